import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

// Imports run one way: a layer may import from itself and from the layers named here, no others.
const layers = {
  text: [],
  currencies: [],
  rates: ['currencies'],
  archive: ['text', 'currencies', 'rates'],
  dataset: ['text', 'currencies', 'rates'],
  validation: ['text', 'currencies', 'rates', 'archive', 'dataset'],
  documents: ['text', 'currencies', 'rates', 'archive', 'validation'],
  function: ['text', 'currencies', 'rates', 'documents'],
  web: ['text', 'currencies', 'rates', 'archive', 'documents'],
  pages: ['currencies', 'rates', 'documents'],
  site: ['text', 'currencies', 'rates', 'archive', 'validation', 'documents', 'pages'],
  preview: ['text', 'documents', 'site'],
  cli: ['text', 'currencies', 'rates', 'archive', 'dataset', 'validation', 'documents', 'site', 'preview'],
};
// Pure layers run in Node, in workerd and in a browser: the clock, the network and the disk are handed in.
const pureLayers = ['text', 'currencies', 'rates', 'archive', 'validation', 'documents', 'function'];

/** The rules that keep the imports of one layer within what it may use. */
function importDirection(layer, allowed) {
  const forbidden = Object.keys(layers).filter((other) => other !== layer && !allowed.includes(other));
  const pure = pureLayers.includes(layer);
  return {
    files: [`src/${layer}/**/*.ts`],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^(\\.\\./)+(${forbidden.join('|')}|scripts|testing)/`,
              message: `src/${layer} may import only from itself${allowed.map((name) => `, src/${name}`).join('')}.`,
            },
            ...(pure ? [{ regex: '^node:', message: `src/${layer} is pure: hand in what comes from Node.` }] : []),
            ...(layer === 'web' ? [{ regex: '^node:', message: 'src/web runs in a browser.' }] : []),
          ],
        },
      ],
      ...(pure && {
        'no-restricted-globals': ['error', 'process', 'Buffer', 'fetch', 'setTimeout', 'setInterval'],
        'no-restricted-syntax': [
          'error',
          {
            selector:
              "NewExpression[callee.name='Date'][arguments.length=0], MemberExpression[object.name='Date'][property.name='now']",
            message: `src/${layer} is pure: hand in the time.`,
          },
          {
            selector: "MemberExpression[object.name='Math'][property.name='random']",
            message: 'The same input gives the same bytes: use a seeded generator.',
          },
        ],
      }),
    },
  };
}

export default defineConfig(
  globalIgnores(['dist/', '.wrangler/']),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: { allowDefaultProject: ['*.js'] }, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // What is declared with `using` is there for its end.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreUsingDeclarations: true }],
    },
  },
  { files: ['*.js'], extends: [tseslint.configs.disableTypeChecked] },
  {
    files: ['scripts/**/*.ts', 'src/cli/**/*.ts'],
    ignores: ['src/cli/tell.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "MemberExpression[object.name='console'], MemberExpression[object.object.name='process'][object.property.name=/^std(out|err)$/][property.name='write']",
          message: 'Every message goes through src/cli/tell.ts, which keeps it one line.',
        },
      ],
    },
  },
  {
    files: ['scripts/**/*.ts'],
    ignores: ['scripts/bench.ts', 'scripts/bench/**', 'scripts/picture.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '/testing/', message: 'src/testing is for tests, benchmarks and the picture of the page.' },
          ],
        },
      ],
    },
  },
  Object.entries(layers).map(([layer, allowed]) => importDirection(layer, allowed)),
);
