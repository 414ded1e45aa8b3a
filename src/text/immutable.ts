/** A type whose fields and lists can't be changed, at any depth. The type of a schema is mutable. */
export type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T;
