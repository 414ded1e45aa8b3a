import { addresses } from '../../../../api/paths.ts';
import { contentsHtml } from '../contents.ts';
import { escapeHtml, fillTemplate } from '../../../build/fill-template.ts';
import { inlineHtml, markdownHtml, typographic } from '../../../build/markdown.ts';
import { siteOrigin } from '../../../build/site-origin.ts';
import type { ReferenceEndpoint, Group, ReferenceParameter, Reference } from './reference.ts';

/** Values for the template of `/docs/api`, as markup. */
export function referenceHtml(reference: Reference, url: string | undefined) {
  const origin = siteOrigin(url);
  const { prose, groups, headers, otherResponses } = reference;
  // A static file, which isn't metered.
  const file = `${addresses.ratesByBase}.json`;
  const first = groups.flatMap(({ endpoints }) => endpoints).find(({ address }) => address === file);
  return {
    contents: contentsHtml({
      title: 'On this page',
      items: [
        '<li><a href="#start">How it works</a></li>',
        ...groups.map(contentsOf),
        '<li><a href="#headers">Headers</a></li>',
        '<li><a href="#errors">Errors and other responses</a></li>',
      ],
    }),
    prose: markdownHtml(prose),
    first_call: first ? callHtml(first, 'first', 'A first call', origin) : '',
    groups: groups.map((group) => groupHtml(group, origin)).join('\n'),
    headers: markdownHtml(headers),
    other_responses: markdownHtml(otherResponses),
  };
}

function contentsOf({ id, title, endpoints }: Group): string {
  const items = endpoints.map(({ id, summary }) => `<li><a href="#${id}">${escapeHtml(taskOf(summary))}</a></li>`);
  return `<li><a href="#${id}">${escapeHtml(title)}</a>\n<ul>\n${items.join('\n')}\n</ul></li>`;
}

/** `State of the data: held and omitted currencies` → `State of the data` */
const taskOf = (summary: string) => typographic(summary.replace(/:.*/, ''));

function groupHtml({ id, title, description, endpoints }: Group, origin: string): string {
  return fillTemplate(groupTemplate, {
    id,
    title,
    description: inlineHtml(description),
    endpoints: endpoints.map((endpoint) => endpointHtml(endpoint, origin)).join('\n'),
  });
}

const groupTemplate = `<section class="group" aria-labelledby="{{id}}">
<h2 id="{{id}}"><a href="#{{id}}">{{title}}</a></h2>
<p class="soft">{{{description}}}</p>
{{{endpoints}}}
</section>`;

/** An endpoint: a form with the parameters, an example request and its response, the response's fields, and errors. */
function endpointHtml(endpoint: ReferenceEndpoint, origin: string): string {
  const { id, address, summary, description, mark, otherPath, parameters, fields, errors } = endpoint;
  // `/pairs/convert` → `convert`
  const name = id.replace(/.*\//, '');
  return fillTemplate(endpointTemplate, {
    id,
    name,
    summary: typographic(summary),
    address,
    breakable: breakable(address),
    description: markdownHtml(description),
    mark,
    otherPath: inlineHtml(otherPath),
    parameters: parametersHtml(parameters, name),
    call: callHtml(endpoint, name, summary, origin),
    fields: detailsHtml('Fields', fields),
    errors: detailsHtml('Errors', errors),
  });
}

const endpointTemplate = `<article class="endpoint card" id="{{id}}" aria-labelledby="{{name}}">
<header>
<h3 id="{{name}}"><a href="#{{id}}">{{summary}}</a></h3>
<p class="address"><b class="method">GET</b> <code>{{{breakable}}}</code> <small class="mark">{{mark}}</small></p>
{{{description}}}
<p class="small">{{{otherPath}}}</p>
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

function detailsHtml(title: string, markdown: string): string {
  return markdown === '' ? '' : `<details><summary>${title}</summary>\n${markdownHtml(markdown)}</details>`;
}

/** A request and its response. @param title the heading above them */
function callHtml(
  { asked, status, type, response, example }: ReferenceEndpoint,
  name: string,
  title: string,
  origin: string,
): string {
  return fillTemplate(callTemplate, {
    name,
    calls: markdownHtml(callsOf(origin + asked, type), { title, prefix: `${name}.` }),
    status,
    type,
    description: inlineHtml(response),
    example: markdownHtml(example),
  });
}

/** The same request in each language, as Markdown. Python sets a User-Agent, because some hosts block its default one. */
function callsOf(url: string, type: string): string {
  const isTable = type === 'text/csv';
  return `#### curl

\`\`\`sh
curl '${url}'
\`\`\`

#### JavaScript

\`\`\`js
const response = await fetch('${url}');
if (!response.ok) throw new Error(await response.text());
console.log(await response.${isTable ? 'text' : 'json'}());
\`\`\`

#### Python

\`\`\`python
${isTable ? '' : 'import json\n'}from urllib.request import Request, urlopen

request = Request("${url}", headers={"User-Agent": "my-script"})
with urlopen(request) as response:
    print(${isTable ? 'response.read().decode()' : 'json.load(response)'})
\`\`\``;
}

const callTemplate = `<h4>Request</h4>
<div id="calls-{{name}}">
{{{calls}}}</div>
<h4>Response <small><b class="status">{{status}}</b> {{type}}</small></h4>
<p class="small">{{{description}}}</p>
{{{example}}}`;

function parametersHtml(parameters: readonly ReferenceParameter[], endpoint: string): string {
  if (parameters.length === 0) return '';
  return `<dl class="terms">\n${parameters.map((parameter) => parameterHtml(parameter, endpoint)).join('\n')}\n</dl>`;
}

/** @param endpoint name of the endpoint. It makes the HTML id of the parameter's form field unique. */
function parameterHtml(parameter: ReferenceParameter, endpoint: string): string {
  const { name, kind, description, choices, example }: ReferenceParameter = parameter;
  // A parameter that the example request doesn't have is empty at first.
  const options = (example === '' ? ['', ...choices] : choices).map(
    (choice) => `<option${choice === example ? ' selected' : ''}>${escapeHtml(choice)}</option>`,
  );
  return fillTemplate(parameterTemplate, {
    id: `${endpoint}.${name}`,
    name,
    kind,
    description: inlineHtml(description),
    field: fillTemplate(choices.length === 0 ? inputTemplate : selectTemplate, {
      id: `${endpoint}.${name}`,
      name,
      example,
      options: options.join(''),
    }),
  });
}

const parameterTemplate = `<div><dt><label for="{{id}}"><code>{{name}}</code></label> <small>{{kind}}</small></dt>
<dd>{{{description}}}</dd><dd class="value">{{{field}}}</dd></div>`;
const inputTemplate =
  '<input class="scripted" type="text" id="{{id}}" name="{{name}}" value="{{example}}" spellcheck="false" autocapitalize="none" />';
const selectTemplate = '<select class="scripted" id="{{id}}" name="{{name}}">{{{options}}}</select>';

/** Allows line breaks before each part of a path. */
function breakable(address: string): string {
  return escapeHtml(address).replaceAll(/(?<=.)(?=[/.]|-to-)/g, '<wbr />');
}
