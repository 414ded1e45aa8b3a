/** Whether a text is one of an object's own keys. */
export function isKeyOf<T extends object>(object: T, text: unknown): text is keyof T & string {
  return typeof text === 'string' && Object.hasOwn(object, text);
}
