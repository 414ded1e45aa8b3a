import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

/**
 * Wording that has to be read twice, or that the glossary in CONTRIBUTING.md replaces, and what to write instead. It is
 * banned in names too: `leftOut` and `left_out` are read as "left out".
 */
const banned: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(no|some|any)body\b/i, 'name the person, or write "you"'],
  [/\b(tells|told|believe[sd]?)\b/i, 'returns, reports, accepts, rejects: only people tell and believe'],
  [/\bjudg(e|ed|ing|e?ment)s?\b/i, 'validate, validation'],
  [/(?<!\bthere )\b(is|are|was|were) no\b(?! longer)/i, "isn't a, has no"],
  [/^Of (?!course)/, 'begin with the subject'],
  [/\bof (its|their|your) own\b/i, 'custom, separate'],
  [/\banew\b|\bin one go\b/i, 'again, start over, at once'],
  [/\b(but for|likewise)\b/i, 'except, also'],
  [/\bso many\b/i, 'name the number'],
  [/\b(be|been) had\b/i, 'available'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\b(left out|leave out)\b/i, 'omitted, omit'],
  [/\boffered\b/i, 'source value'],
  [/\b(heard|testimony)\b/i, 'compared, comparison'],
  [/\basked (at|mirror|witness)/i, 'requested'],
  [/\b(verdict|ruling)s?\b/i, 'decision'],
  [/\bhindsight\b/i, 'in retrospect'],
  [/\bstand-?\s?in\b/i, 'fake, rate'],
  [/\b(newest|state|issue|issued|read) receipts?\b|\breceipts year\b/i, 'publish log'],
  [/\b(licence|behaviour|colour|judgement)\b|\b(serial|normal|recogn|organ)is/i, 'use American spelling'],
  [/^(\S+\s+){40}\S/, 'use at most 40 words in a sentence'],
];

type Text = readonly [place: string, text: string];

/** A name as words: `leftOut`, `left_out` and `LEFT_OUT` are all "left out". */
function inWords(text: string): string {
  return text.replaceAll(/(?<=[a-z\d])(?=[A-Z])|_/g, ' ');
}

/** Lines of a file without markup, such as a workflow, with its comments, names and scripts. */
function lineTexts(file: string): Text[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.map((line, index) => [`${file}:${index + 1}`, line.replace(/^[\s#-]+/, '')]);
}

/** Lines of a guide, without code blocks. The cells of a table and the names in backticks are separate texts. */
function markdownTexts(file: string): Text[] {
  const prose = readFileSync(file, 'utf8').replaceAll(/^```[^]*?^```/gm, (code) => code.replaceAll(/.+/g, ''));
  return prose.split('\n').flatMap((line, index) => {
    const cells = line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, '…').split('|');
    const code = Array.from(line.matchAll(/`([^`]+)`/g), ([, name = '']) => name);
    return [...cells, ...code].map((text): Text => [`${file}:${index + 1}`, text]);
  });
}

/** Texts between the tags of a page, and attributes that people read. */
function htmlTexts(file: string): Text[] {
  const html = readFileSync(file, 'utf8');
  const texts = html.matchAll(/(?:>|(?:content|alt|title|aria-label)=")([^<>"]*)/g);
  return Array.from(texts, ({ index, 1: text = '' }) => [
    `${file}:${html.slice(0, index).split('\n').length}`,
    text.replaceAll(/\s+/g, ' '),
  ]);
}

/** Strings of a program, with `…` for inserted values. Concatenated strings are one text. */
function stringTexts(file: string): Text[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const textOf = (node: ts.Node): string | undefined => {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isTemplateExpression(node))
      return [node.head, ...node.templateSpans.map((s) => s.literal)].map((part) => part.text).join('…');
    if (!ts.isBinaryExpression(node)) return undefined;
    const parts = [textOf(node.left), textOf(node.right)];
    return parts.some((part) => part !== undefined) ? parts.map((part) => part ?? '…').join('') : undefined;
  };
  const textsIn = (node: ts.Node): Text[] => {
    const text = textOf(node);
    const line = text === undefined ? 0 : source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    const texts: Text[] = text === undefined ? [] : [[`${file}:${line}`, text]];
    ts.forEachChild(node, (child) => void texts.push(...textsIn(child)));
    return texts;
  };
  return textsIn(source);
}

/** The names in a program: of fields, options, variables and types. */
function names(file: string): Text[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return Array.from(found, (name) => [file, name]);
}

function problemsOf(texts: readonly Text[]): string[] {
  return texts.flatMap(([place, text]) =>
    text.split(/(?<=[.!?]\)?)\s+|\n/).flatMap((sentence) => {
      const found = banned.filter(([pattern]) => pattern.test(inWords(sentence.trim())));
      return found.map(([, instead]) => `${place}: "${sentence.trim()}" → ${instead}`);
    }),
  );
}

it('texts for users > contain no banned words and no sentences over 40 words', () => {
  const files = (pattern: string) => globSync(pattern, { exclude: ['src/testing/**', '**/*.test.ts'] });
  const texts = [
    ...files('{*,.github/*,public/docs/*}.md').flatMap(markdownTexts),
    ...files('src/web/**/*.html').flatMap(htmlTexts),
    ...files('{src,scripts}/**/*.ts').flatMap(stringTexts),
    ...files('.github/**/*.yml').flatMap(lineTexts),
    ['package.json', packageJson.description] as const,
  ];
  expect(texts.length).toBeGreaterThan(3000);
  expect(problemsOf(texts)).toEqual([]);
});

it('names of files, fields, options and variables > contain no banned words', () => {
  const files = globSync('{src,scripts,public}/**/*.*', { exclude: ['src/testing/data/days/**'] });
  const texts = [
    ...files.map((file): Text => [file, file]),
    ...files.filter((file) => file.endsWith('.ts')).flatMap(names),
  ];
  expect(texts.length).toBeGreaterThan(10_000);
  expect(problemsOf(texts)).toEqual([]);
});
