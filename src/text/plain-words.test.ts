import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Wording that has to be read twice, and what to write instead. */
const banned: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(no|some|any)body\b/i, 'name the person, or write "you"'],
  [/\b(tells|told|believe[sd]?)\b/i, 'returns, reports, accepts, rejects: only people tell and believe'],
  [/\bjudg(e|ing|ment)/i, 'validate, validation'],
  [/(?<!\bthere )\b(is|are|was|were) no\b(?! longer)/i, "isn't a, has no"],
  [/^Of (?!course)/, 'begin with the subject'],
  [/\bof (its|their|your) own\b/i, 'custom, separate'],
  [/(?<!-)\banew\b|\bin one go\b/i, 'again, at once'],
  [/\b(but for|likewise)\b/i, 'except, also'],
  [/\bso many\b/i, 'name the number'],
  [/\b(be|been) had\b/i, 'available'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\bleft out\b/i, 'omitted'],
  [/\b(licence|behaviour|colour|judgement)\b|\b(serial|normal|recogn|organ)is/i, 'use American spelling'],
  [/^(\S+\s+){40}\S/, 'use at most 40 words in a sentence'],
];

type Text = readonly [place: string, text: string];

/** Lines of a guide, without code. The cells of a table are separate texts. */
function markdownTexts(file: string): Text[] {
  const prose = readFileSync(file, 'utf8').replaceAll(/^```[^]*?^```/gm, (code) => code.replaceAll(/.+/g, ''));
  return prose.split('\n').flatMap((line, index) => {
    const cells = line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, '…').split('|');
    return cells.map((cell): Text => [`${file}:${index + 1}`, cell]);
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

it('texts for users > contain no banned words and no sentences over 40 words', () => {
  const files = (pattern: string) => globSync(pattern, { exclude: ['src/testing/**', '**/*.test.ts'] });
  const texts = [
    ...files('{*,.github/*,public/docs/*}.md').flatMap(markdownTexts),
    ...files('{public,src/pages}/**/*.html').flatMap(htmlTexts),
    ...files('{src,scripts}/**/*.ts').flatMap(stringTexts),
  ];
  expect(texts.length).toBeGreaterThan(3000);
  const problems = texts.flatMap(([place, text]) =>
    text.split(/(?<=[.!?]\)?)\s+|\n/).flatMap((sentence) => {
      const found = banned.filter(([pattern]) => pattern.test(sentence.trim()));
      return found.map(([, instead]) => `${place}: "${sentence.trim()}" → ${instead}`);
    }),
  );
  expect(problems).toEqual([]);
});
