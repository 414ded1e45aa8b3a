import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { paths } from '../documents/paths.ts';
import { enableCopyButtons } from './copy-button.ts';
import { find } from './elements.ts';
import { mendViewer } from './mend-viewer.ts';

/** The recipes call the host that the visitor is on. */
function nameThisHost(): void {
  const published = find('main', HTMLElement).dataset['origin'] ?? '';
  for (const code of document.querySelectorAll('.recipe code')) {
    code.textContent = code.textContent.replaceAll(published, location.origin);
  }
}

/** The viewer knows a dark look, but not when it is wanted. */
function followColourScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', apply);
  apply();
}

/** Wraps what the viewer does with the document once it has it. */
function callThisHost(update: (document: object) => unknown) {
  return (document: object) => update({ ...document, servers: [{ url: '/' }] });
}

nameThisHost();
mendViewer(find('viewer', HTMLElement));
enableCopyButtons();
followColourScheme();
SwaggerUI({
  domNode: find('viewer', HTMLElement),
  url: `/${paths.openApi}`,
  // Like the recipes, the viewer calls the host that the visitor is on: the policy of the page allows no other.
  plugins: [{ statePlugins: { spec: { wrapActions: { updateJsonSpec: callThisHost } } } }],
  tryItOutEnabled: true,
  supportedSubmitMethods: ['get'],
  // Its colours are too faint on a dark ground.
  syntaxHighlight: false,
  // It would ask another host whether the document is valid.
  validatorUrl: null,
});
