import { globSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

// Imports run one way: a file may import from its own folder and from the folders above it in this list. Folders marked
// as pure run in Node, in workerd and in a browser. The clock, the network and the disk are parameters there. A pure
// folder imports only pure folders and pure packages, so everything that it imports through other files is pure, too.
const folders = [
  ['src/text', 'pure'],
  ['src/currencies/data', 'pure'],
  ['src/currencies', 'pure'],
  ['src/rates', 'pure'],
  ['src/archive', 'pure'],
  ['src/sources/banks', 'pure'],
  ['src/http'],
  ['src/validation/official', 'pure'],
  ['src/validation/snapshot', 'pure'],
  ['src/validation/currency', 'pure'],
  ['src/validation', 'pure'],
  ['src/sources'],
  ['src/sources/witnesses'],
  ['src/sources/official'],
  ['src/api', 'pure'],
  ['src/api/archive', 'pure'],
  ['src/api/documents', 'pure'],
  ['src/api/published', 'pure'],
  ['src/api/read', 'pure'],
  ['src/api/declaration', 'pure'],
  ['src/api/endpoints', 'pure'],
  ['src/api/receipt', 'pure'],
  ['src/api/compat/rates', 'pure'],
  ['src/api/compat', 'pure'],
  ['src/api/openapi', 'pure'],
  ['src/api/tools', 'pure'],
  ['src/feed', 'pure'],
  ['src/client'],
  ['src/client/package'],
  ['src/function/mcp', 'pure'],
  ['src/function', 'pure'],
  ['src/web/messages'],
  ['src/web/search'],
  ['src/web/typing'],
  ['src/web/visitor'],
  ['src/web/shared'],
  ['src/web/freshness'],
  ['src/web/offline'],
  ['src/web/picker'],
  ['src/web/chart'],
  ['src/web/converter'],
  ['src/web/receipt'],
  ['src/web/docs'],
  ['src/bundle'],
  ['src/pages/template'],
  ['src/pages/reference'],
  ['src/pages/converter'],
  ['src/pages'],
  ['src/site'],
  ['src/site/pairs'],
  ['src/site/write'],
  ['src/publish'],
  ['src/preview'],
  ['src/commands/terminal'],
  ['src/commands/github'],
  ['src/commands/published'],
  ['src/commands/generate'],
  ['src/commands/dev'],
  ['src/commands/publish'],
  ['src/commands/site-mirror'],
  ['src/commands/verify'],
];

const purePackages = 'zod|zod-openapi|pure-rand/.*|currency-codes|cldr-core/.*';

for (const folder of new Set(
  globSync('src/**/*.ts', { cwd: import.meta.dirname, exclude: ['src/testing/**'] }).map(dirname),
)) {
  if (!folders.some(([known]) => known === folder)) throw new Error(`${folder} is missing from the list of folders.`);
}

/** There is one HTTP client, and scripts that the workflow runs before `npm ci` need no package. */
function packageRules(folder) {
  if (folder === 'src/http') return [];
  if (/\/(github|workflow)$/.test(folder)) {
    return [
      {
        regex: '^(?!\\.|node:)|/http/(request|connection-pool)\\.ts$',
        message: `${folder} runs where no package is installed.`,
      },
    ];
  }
  return [{ regex: '^(undici|p-retry)$', message: 'Use src/http/request.ts.' }];
}

/** Restricts the imports of a folder. */
function importDirection([folder, purity], index) {
  const pure = purity === 'pure';
  const above = folders.slice(0, index).filter(([, theirs]) => !pure || theirs === 'pure');
  const allowed = [folder, ...above.map(([other]) => other)].map((other) => relative(folder, other) || '.');
  const paths = allowed.map((path) => (path.startsWith('.') ? path : `./${path}`)).join('|');
  return {
    files: [`${folder}/*.ts`],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^(?!((${paths})/[^/]+|(\\.\\./)+package\\.json)$)\\.`,
              message: `${folder} may import only from itself and from the${pure ? ' pure' : ''} folders above it in eslint.config.js.`,
            },
            ...(pure
              ? [{ regex: `^(?!\\.|(${purePackages})$)`, message: `${folder} is pure: it needs only pure packages.` }]
              : packageRules(folder)),
            ...(folder.startsWith('src/web/') ? [{ regex: '^node:', message: 'src/web runs in a browser.' }] : []),
          ],
        },
      ],
      ...(pure && {
        'no-restricted-globals': ['error', 'process', 'Buffer', 'fetch', 'setTimeout', 'setInterval', 'performance'],
        'no-restricted-syntax': [
          'error',
          {
            selector:
              "NewExpression[callee.name='Date'][arguments.length=0], MemberExpression[object.name='Date'][property.name='now']",
            message: `${folder} is pure: hand in the time.`,
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

const noTesting = {
  regex: '/testing/',
  message: 'src/testing is for tests.',
};

export default defineConfig(
  globalIgnores(['dist/', 'mirror/', '.*.ratesheet-*/', '.wrangler/']),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', 'scripts/*.js'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A variable declared with `using` is needed for its disposal.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreUsingDeclarations: true }],
      // `erasableSyntaxOnly` in tsconfig.json allows no enums, and this rule takes a tenth of the time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
    },
  },
  {
    files: ['**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { console: false, process: false } },
  },
  {
    files: ['scripts/**/*.ts', 'src/commands/**/*.ts'],
    ignores: ['src/commands/terminal/print.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "MemberExpression[object.name='console'], MemberExpression[object.object.name='process'][object.property.name=/^std(out|err)$/][property.name='write']",
          message: 'Every message goes through src/commands/terminal/print.ts, which keeps it one line.',
        },
      ],
    },
  },
  {
    files: ['scripts/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [noTesting, ...packageRules('scripts')] }],
    },
  },
  {
    files: ['scripts/workflow/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [noTesting, ...packageRules('scripts/workflow')] }],
    },
  },
  {
    files: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['mock', 'doMock', 'resetModules'].map((property) => ({
          object: 'vi',
          property,
          message: 'Test files share their modules. Hand the code another function, or use a real server.',
        })),
      ],
    },
  },
  folders.map(importDirection),
  {
    files: ['src/{sources,site,commands}/**/*.ts', 'scripts/*.ts'],
    ignores: ['src/commands/github/*.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Use src/http/request.ts.' }],
    },
  },
);
