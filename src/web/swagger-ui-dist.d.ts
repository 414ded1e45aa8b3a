// What the page uses of the viewer: the package brings no types.
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export default function SwaggerUI(options: {
    domNode: HTMLElement;
    url: string;
    plugins: {
      statePlugins: {
        spec: {
          wrapActions: { updateJsonSpec: (update: (document: object) => unknown) => (document: object) => unknown };
        };
      };
    }[];
    tryItOutEnabled: boolean;
    supportedSubmitMethods: string[];
    syntaxHighlight: false;
    validatorUrl: null;
  }): unknown;
}
