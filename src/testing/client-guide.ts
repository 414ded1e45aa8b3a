import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

const file = join(import.meta.dirname, '../client/ratesheet.d.ts');

/** The guide to the JavaScript client as Markdown, built from the comments in the client's type declarations. */
export async function clientGuide(): Promise<string> {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const [intro = ''] = /^\/\*\*[^]*?\*\//.exec(source.text) ?? [];
  const text = [
    intro
      .replaceAll(/^(\/\*\*| \*\/| \* ?)/gm, '')
      .replace('@module', '')
      .trim(),
    ...source.statements.map((statement) => section(statement)),
  ].join('\n\n');
  const options = await resolveConfig(file);
  return format(text, { ...options, parser: 'markdown' });
}

function section(statement: ts.Statement): string {
  const isNamed =
    ts.isInterfaceDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isFunctionDeclaration(statement);
  if (!isNamed) throw new SyntaxError(`The guide can’t show ${statement.getText()}`);
  const members = 'members' in statement ? [...statement.members] : [];
  const isExtending = ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement);
  const more = isExtending ? statement.heritageClauses?.[0]?.getText().replace('extends ', '') : undefined;
  return [
    `## ${statement.name?.text ?? ''}`,
    docOf(statement),
    // A declaration without members is shown as code.
    ...(members.length > 0 ? [] : [code([statement.getText().replace(/^export /, '')])]),
    ...(more === undefined || members.length === 0 ? [] : [fieldsOf(more)]),
    ...membersText(statement.name?.text ?? '', members),
  ].join('\n\n');
}

/** @param type the type that an interface or a class extends, possibly an `Omit` */
function fieldsOf(type: string): string {
  const [, base = type, omitted] = /^Omit<(\w+), (.+)>$/.exec(type) ?? [];
  const except = omitted === undefined ? '' : `, except ${omitted.replaceAll("'", '`').replaceAll(' | ', ' and ')}`;
  return `It also has the fields of \`${base}\`${except}.`;
}

/** A list of the fields, then a heading for each method with its overloads as code. */
function membersText(owner: string, members: readonly ts.Node[]): string[] {
  const methods = Map.groupBy(members.filter(ts.isMethodSignature), ({ name }) => name.getText());
  const fields = members.filter((member) => ts.isPropertySignature(member) || ts.isPropertyDeclaration(member));
  const list = fields.map((field) => {
    const type =
      field.type
        ?.getText()
        .replaceAll(' | undefined', '')
        .replace(/^\((.+)\)$/, '$1') ?? '';
    const doc = docOf(field);
    return `- \`${field.name.getText()}${field.questionToken ? '?' : ''}: ${type}\`${doc === '' ? '' : `: ${doc}`}`;
  });
  return [
    ...(list.length > 0 ? [list.join('\n')] : []),
    ...Array.from(methods, ([name, overloads]) =>
      [`### ${owner}.${name}`, code(overloads.map((overload) => overload.getText())), ...overloads.map(docOf)]
        .filter((text) => text !== '')
        .join('\n\n'),
    ),
  ];
}

function code(lines: readonly string[]): string {
  return ['```ts', ...lines, '```'].join('\n');
}

/** A declaration's comment as Markdown, with a sentence for each `@throws`. */
function docOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  if (!comment) return '';
  const text = (of: string | ts.NodeArray<ts.JSDocComment> | undefined) =>
    (ts.getTextOfJSDocComment(of) ?? '').replaceAll(/\n(?!\n)/g, ' ').trim();
  const thrown = ts.getJSDocTags(node).filter(({ tagName }) => tagName.text === 'throws');
  return [text(comment.comment), ...thrown.map((tag) => `Throws ${text(tag.comment)}.`)].join('\n\n');
}
