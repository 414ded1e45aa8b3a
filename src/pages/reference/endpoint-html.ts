import { escapeHtml, fillTemplate } from '../template/fill-template.ts';
import { inlineMarkdown } from './inline-markdown.ts';
import type { Endpoint, Parameter } from './reference.ts';
import { breakable, exampleHtml, term } from './reference-parts.ts';
import type { Field } from './schema-fields.ts';

/** Endpoints without a body, which are all answered with the same headers. */
export function alikeHtml(endpoints: readonly Endpoint[], group: string, origin: string): string {
  const [first] = endpoints;
  if (!first) return '';
  return fillTemplate(alikeTemplate, {
    summary: first.summary,
    endpoints: endpoints.map((endpoint) => `<li id="${endpoint.id}">${addressHtml(endpoint)}</li>`).join('\n'),
    call: callHtml(first, nameOf(first), group, origin),
  });
}

const alikeTemplate = `<div class="endpoint card">
<div class="ask">
<h3>{{summary}}</h3>
<p>The parameters are those of the same address with GET.</p>
<ul class="alike">
{{{endpoints}}}
</ul>
</div>
<div class="answer">
{{{call}}}
</div>
</div>`;

function addressHtml({ method, address }: Endpoint): string {
  return `<b class="method">${method}</b> <code>${breakable(address)}</code>`;
}

/** `/pairs/convert` → `convert` */
function nameOf({ id }: Endpoint): string {
  return id.split('/').at(-1) ?? '';
}

/** An endpoint with its parameters as a form, a request and its answer, fields and errors. */
export function endpointHtml(endpoint: Endpoint, origin: string): string {
  const { id, address, summary, description, parameters } = endpoint;
  const name = nameOf(endpoint);
  return fillTemplate(endpointTemplate, {
    id,
    name,
    summary,
    address,
    address_line: addressHtml(endpoint),
    description: description === '' ? '' : `<p>${inlineMarkdown(description)}</p>`,
    parameters: parametersHtml(parameters, name),
    call: callHtml(endpoint, name, name, origin),
    fields: fieldsHtml(endpoint),
    errors: errorsHtml(endpoint),
  });
}

const endpointTemplate = `<article class="endpoint card" id="{{id}}" aria-labelledby="{{name}}">
<header>
<h3 id="{{name}}"><a href="#{{id}}">{{summary}}</a></h3>
<p class="address">{{{address_line}}}</p>
{{{description}}}
</header>
<form class="ask" data-address="{{address}}" data-name="{{name}}" autocomplete="off">
{{{parameters}}}
<button class="scripted" id="try-{{name}}" aria-labelledby="try-{{name}} {{name}}">Try it</button>
</form>
<div class="answer">
{{{call}}}
</div>
<div class="more">
{{{fields}}}
{{{errors}}}
</div>
</article>`;

/** A request and its answer. @param title the id of the heading that says what it is */
export function callHtml({ method, asked, answer }: Endpoint, name: string, title: string, origin: string): string {
  return fillTemplate(callTemplate, {
    name,
    title,
    call: `curl ${method === 'GET' ? '' : `-i -X ${method} `}'${origin}${asked}'`,
    status: answer.status,
    type: answer.type ?? 'no body, but headers',
    description: inlineMarkdown(answer.description),
    example: exampleHtml(answer.example),
  });
}

const callTemplate = `<div class="head"><h4>Request</h4><button type="button" id="copy-{{name}}" data-copy="call-{{name}}" aria-labelledby="copy-{{name}} {{title}}" hidden>Copy</button></div>
<pre tabindex="0"><code id="call-{{name}}">{{call}}</code></pre>
<h4>Answer <small><b class="status">{{status}}</b> {{type}}</small></h4>
<p class="small">{{{description}}}</p>
{{{example}}}`;

/** @param endpoint its name, to tell its parameters' fields from others' */
function parametersHtml(parameters: readonly Parameter[], endpoint: string): string {
  if (parameters.length === 0) return '<p class="soft">No parameters.</p>';
  const terms = parameters.map((parameter) => {
    const { name, where, type, required, description, choices, default: standard } = parameter;
    const id = `${endpoint}.${name}`;
    const choice = choices.map((choice) => `<code>${choice}</code>`).join(', ');
    const told = [
      inlineMarkdown(description),
      ...(choice === '' ? [] : [`One of ${choice}.`]),
      ...(standard === undefined ? [] : [`Default: <code>${standard}</code>.`]),
    ];
    return term(
      `<label for="${id}"><code>${name}</code></label> <small>${type}, in the ${where}${required ? ', <b>required</b>' : ''}</small>`,
      `${told.join(' ')}</dd><dd class="value">${fieldHtml(id, parameter)}`,
    );
  });
  return `<h4>Parameters</h4>\n<dl class="terms">\n${terms.join('\n')}\n</dl>`;
}

function fieldHtml(id: string, { name, choices, example }: Parameter): string {
  if (choices.length === 0) {
    return fillTemplate(
      '<input class="scripted" type="text" id="{{id}}" name="{{name}}" value="{{example}}" spellcheck="false" autocapitalize="none" />',
      { id, name, example },
    );
  }
  const options = choices.map(
    (choice) => `<option${choice === example ? ' selected' : ''}>${escapeHtml(choice)}</option>`,
  );
  return `<select class="scripted" id="${id}" name="${name}">${options.join('')}</select>`;
}

function fieldsHtml({ answer: { fields, sameAs } }: Endpoint): string {
  if (sameAs) {
    return `<p class="small">The fields are those of <a href="#${sameAs.id}"><code>${breakable(sameAs.address)}</code></a>.</p>`;
  }
  if (fields.length === 0) return '';
  return `<h4>Fields</h4>\n<dl class="terms shape">\n${fields.map(fieldTerm).join('\n')}\n</dl>`;
}

function fieldTerm({ name, type, description, optional }: Field): string {
  const [, above = '', own = name] = /^(.*\.)?(.*)$/.exec(name) ?? [];
  return term(
    `<code><span class="soft">${above}</span>${own}</code> <small>${escapeHtml(type)}${optional ? ', may be missing' : ''}</small>`,
    inlineMarkdown(description),
  );
}

function errorsHtml({ badRequests, otherStatuses }: Endpoint): string {
  const others =
    otherStatuses.length === 0
      ? ''
      : `<p class="small">Other answers: ${otherStatuses.join(', ')}, as <a href="#errors">told below</a>.</p>`;
  if (badRequests.length === 0) return others;
  const terms = badRequests.map(({ title, message }) =>
    term(escapeHtml(title), `<code class="message">${escapeHtml(message)}</code>`),
  );
  return `<h4>Errors <small><b class="status">400</b></small></h4>\n<dl class="terms errors">\n${terms.join('\n')}\n</dl>\n${others}`;
}
