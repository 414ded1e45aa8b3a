/** The parts of JSON Schema that our documents use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: string | number | boolean;
  readonly enum?: readonly string[] | undefined;
  readonly default?: string | number;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

export type Schemas = Readonly<Record<string, Schema>>;

/** A field of a response. */
export interface Field {
  /** Path of the field in the response: `currencies[].code` */
  readonly name: string;
  readonly type: string;
  /** Inline Markdown. */
  readonly description: string;
  /** Whether the field may be missing. */
  readonly optional: boolean;
}

/** All fields of a schema. Nested fields follow the field that contains them. */
export function fieldsOf(schema: Schema, schemas: Schemas, above = ''): Field[] {
  const { properties = {}, required = [] } = resolve(schema, schemas);
  return Object.entries(properties).flatMap(([key, property]) => {
    const field = { ...resolve(property, schemas), ...property };
    const name = above + key;
    return [
      {
        name,
        type: typeInWords(property, schemas),
        description: field.description ?? '',
        optional: !required.includes(key),
      },
      ...[property, ...(field.anyOf ?? [])].flatMap((choice) => fieldsOf(choice, schemas, `${name}.`)),
      ...(field.items ? fieldsOf(field.items, schemas, `${name}[].`) : []),
    ];
  });
}

/** A schema's type in words: `array of strings`, `"fiat" or "crypto"`, `object or null`. */
export function typeInWords(schema: Schema, schemas: Schemas = {}): string {
  const { type, format, const: constant, enum: choices, additionalProperties, items, anyOf } = resolve(schema, schemas);
  if (constant !== undefined) return JSON.stringify(constant);
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(' or ');
  if (anyOf) return anyOf.map((choice) => typeInWords(choice, schemas)).join(' or ');
  if (items) return `array of ${plural(typeInWords(items, schemas))}`;
  if (type === 'object' && additionalProperties?.type !== undefined) {
    return `map of ${plural(typeInWords(additionalProperties, schemas))}`;
  }
  if (format !== undefined) return formats[format] ?? format;
  return [type ?? []].flat().join(' or ') || 'any';
}

const formats: Readonly<Record<string, string>> = { date: 'date', 'date-time': 'date and time', uri: 'address' };

function plural(type: string): string {
  if (/ |"/.test(type)) return type;
  return type.endsWith('s') ? `${type}es` : `${type}s`;
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  return schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
}
