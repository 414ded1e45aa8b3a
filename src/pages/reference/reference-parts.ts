import { escapeHtml } from '../template/fill-template.ts';

/** An address that may go on in a new line where a name of it ends. */
export function breakable(address: string): string {
  return escapeHtml(address).replaceAll(/(?<=.)(?=[/.]|-to-)/g, '<wbr />');
}

/** What is told of, and what is told. */
export function term(name: string, told: string): string {
  return `<div><dt>${name}</dt><dd>${told}</dd></div>`;
}

/** An example as code. */
export function exampleHtml(example: string): string {
  return `<pre tabindex="0"><code>${highlighted(example)}</code></pre>`;
}

/** JSON with its keys told from its values. */
function highlighted(example: string): string {
  return escapeHtml(example).replaceAll(/(&#34;[\w-]+&#34;)(?=: )/g, '<i>$1</i>');
}
