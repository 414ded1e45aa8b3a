export function isKeyOf<T extends object>(object: T, text: unknown): text is keyof T & string {
  return typeof text === 'string' && Object.hasOwn(object, text);
}
