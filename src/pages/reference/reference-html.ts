import { addresses } from '../../api/format/paths.ts';
import { alikeHtml, callHtml, endpointHtml } from './endpoint-html.ts';
import { escapeHtml, fillTemplate } from '../template/fill-template.ts';
import { inlineMarkdown } from './inline-markdown.ts';
import type { Recipe } from './recipes.ts';
import type { Group, Reference } from './reference.ts';
import { breakable, exampleHtml, term } from './reference-parts.ts';
import { siteOrigin } from '../template/site-origin.ts';

export interface ReferenceHtmlInput {
  readonly reference: Reference;
  readonly recipes: readonly Recipe[];
  /** Where the site is published, without a slash at the end; undefined where nobody knows yet. */
  readonly url: string | undefined;
}

/** What the template of `/docs` is filled with, as markup. */
export function referenceHtml({ reference, recipes, url }: ReferenceHtmlInput) {
  const origin = siteOrigin(url);
  const { prose, groups, headers, otherAnswers } = reference;
  const [lead = '', ...rest] = prose;
  return {
    lead: inlineMarkdown(lead),
    contents: groups.map(contentsOf).join('\n'),
    recipe_contents: recipes.map(({ id, title }) => contentsItem(id, escapeHtml(title))).join('\n'),
    prose: rest.map((paragraph) => `<p>${inlineMarkdown(paragraph)}</p>`).join('\n'),
    first_call: firstCall(reference, origin),
    groups: groups.map((group) => groupHtml(group, origin)).join('\n'),
    headers: headers
      .map(({ name, value, description }) =>
        term(`<code>${name}${value === undefined ? '' : `: ${escapeHtml(value)}`}</code>`, inlineMarkdown(description)),
      )
      .join('\n'),
    other_answers: otherAnswers
      .map(({ status, description, example }) =>
        term(
          `<b class="status">${status}</b>`,
          inlineMarkdown(description) + (example === undefined ? '' : exampleHtml(example)),
        ),
      )
      .join('\n'),
    recipes: recipes.map(recipeHtml).join('\n'),
  };
}

/** A call to begin with, and what comes of it. */
function firstCall({ groups }: Reference, origin: string): string {
  const endpoint = groups.flatMap(({ endpoints }) => endpoints).find(({ address }) => address === addresses.conversion);
  return endpoint ? callHtml(endpoint, 'first', 'first-call', origin) : '';
}

function contentsOf({ id, title, endpoints }: Group): string {
  const items = endpoints.map(({ id, address }) => contentsItem(id, `<code>${breakable(address)}</code>`));
  return `<li><a href="#${id}">${escapeHtml(title)}</a>\n<ul>\n${items.join('\n')}\n</ul></li>`;
}

function contentsItem(id: string, markup: string): string {
  return `<li><a href="#${id}">${markup}</a></li>`;
}

function groupHtml({ id, title, description, endpoints }: Group, origin: string): string {
  const alike = endpoints.every(({ answer }) => answer.type === undefined);
  return fillTemplate(groupTemplate, {
    id,
    title,
    description: inlineMarkdown(description),
    endpoints: alike
      ? alikeHtml(endpoints, id, origin)
      : endpoints.map((endpoint) => endpointHtml(endpoint, origin)).join('\n'),
  });
}

const groupTemplate = `<section class="group" aria-labelledby="{{id}}">
<h2 id="{{id}}"><a href="#{{id}}">{{title}}</a></h2>
<p class="soft">{{{description}}}</p>
{{{endpoints}}}
</section>`;

function recipeHtml({ id, title, code, note }: Recipe): string {
  return fillTemplate(recipeTemplate, {
    id,
    title,
    code,
    note: note === undefined ? '' : `<p class="small">${inlineMarkdown(note)}</p>`,
  });
}

const recipeTemplate = `<article class="recipe card" id="{{id}}" aria-labelledby="{{id}}-title">
<div class="head"><h3 id="{{id}}-title"><a href="#{{id}}">{{title}}</a></h3><button type="button" id="copy-{{id}}" data-copy="recipe-{{id}}" aria-labelledby="copy-{{id}} {{id}}-title" hidden>Copy</button></div>
<pre tabindex="0"><code id="recipe-{{id}}">{{code}}</code></pre>
{{{note}}}
</article>`;
