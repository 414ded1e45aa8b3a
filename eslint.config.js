import { dirname, relative, resolve } from 'node:path';
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/**
 * Folders that run in Node, in workerd and in a browser. The clock, the network and the disk are parameters there. They
 * import only each other and pure packages, so everything that they import through other files is pure, too.
 */
const pure = ['text', 'money', 'sources', 'archive', 'validation', 'api', 'function', 'spreadsheet'].map(
  (room) => `src/${room}`,
);
const purePackage = /^(zod|zod-openapi|papaparse|pure-rand\/.*|currency-codes|cldr-core\/.*)$/;
const isIn = (folders, path) => folders.some((folder) => path.startsWith(`${folder}/`));
/** Whether code of the pages runs in a browser: all but the list of pages and the folders named `build`. */
const isOfBrowser = (path) => isIn(['src/pages'], path) && !/^src\/pages\/([^/]+$|(.+\/)?build\/)/.test(path);
/** What that code may import. */
const mayBrowserImport = (path) => isOfBrowser(path) || isIn(['src/client', ...pure], path) || path === 'package.json';

/** What is wrong with an import; undefined if nothing is. @param to a path below the project, or a package's name */
function importProblem(from, to, isPackage) {
  if (/\.(test|lab)\.ts$/.test(from) || isIn(['src/testing'], from)) return undefined;
  if (isIn(['src/testing'], to)) return 'src/testing is for tests.';
  if (isPackage && /^(undici|p-retry)$/.test(to) && !isIn(['src/download/http'], from))
    return 'Use src/download/http/request.ts.';
  if (isIn(pure, from) && !(isPackage ? purePackage.test(to) : isIn(pure, to)))
    return 'This folder is pure: it imports only pure folders and packages, which eslint.config.js lists.';
  if (isOfBrowser(from) && (isPackage ? to.startsWith('node:') : !mayBrowserImport(to)))
    return 'This code runs in a browser. Code that runs when the site is built is in a folder named build.';
  return undefined;
}

/** Reports imports that a folder must not have. */
const imports = {
  create(context) {
    const root = import.meta.dirname;
    const from = relative(root, context.filename);
    const check = ({ source }) => {
      if (!source) return;
      const isPackage = !source.value.startsWith('.');
      const to = isPackage ? source.value : relative(root, resolve(dirname(context.filename), source.value));
      const message = importProblem(from, to, isPackage);
      if (message) context.report({ node: source, message });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};

export default defineConfig(
  globalIgnores(['dist/', 'mirror/', 'served/', '.*.ratesheet-*/', '.wrangler/']),
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
    files: ['scripts/**/*.ts', 'src/operate/**/*.ts'],
    ignores: ['src/operate/terminal/print.ts', '**/*.{test,lab}.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "MemberExpression[object.name='console'], MemberExpression[object.object.name='process'][object.property.name=/^std(out|err)$/][property.name='write']",
          message: 'Every message goes through src/operate/terminal/print.ts, which keeps it one line.',
        },
      ],
    },
  },
  {
    files: ['{src,scripts}/**/*.ts'],
    plugins: { ratesheet: { rules: { imports } } },
    rules: { 'ratesheet/imports': 'error' },
  },
  {
    files: pure.map((folder) => `${folder}/**/*.ts`),
    ignores: ['**/*.{test,lab}.ts'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'Buffer', 'fetch', 'setTimeout', 'setInterval', 'performance'],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "NewExpression[callee.name='Date'][arguments.length=0], MemberExpression[object.name='Date'][property.name='now']",
          message: 'This folder is pure: hand in the time.',
        },
        {
          selector: "MemberExpression[object.name='Math'][property.name='random']",
          message: 'The same input gives the same bytes: use a seeded generator.',
        },
      ],
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
  {
    files: ['src/{download,site,operate}/**/*.ts', 'scripts/*.ts'],
    ignores: ['src/operate/{github,hosts,report}/*.ts', 'src/site/serve/*.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Use src/download/http/request.ts.' }],
    },
  },
);
