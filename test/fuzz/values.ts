/** Generates values for a schema of the contract: valid ones, and ones with one mistake. */
import fc from 'fast-check'
import { z } from 'zod'

/** The supported part of JSON schema. */
interface Shape {
  readonly $ref?: string | undefined
  readonly type?: string | string[] | undefined
  readonly enum?: unknown[] | undefined
  readonly const?: unknown
  readonly anyOf?: Shape[] | undefined
  readonly oneOf?: Shape[] | undefined
  readonly properties?: Record<string, Shape> | undefined
  readonly required?: string[] | undefined
  readonly items?: Shape | undefined
  readonly pattern?: string | undefined
  readonly format?: string | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly minItems?: number | undefined
}

const Shape: z.ZodType<Shape> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(Shape).optional(),
    oneOf: z.array(Shape).optional(),
    properties: z.record(z.string(), Shape).optional(),
    required: z.array(z.string()).optional(),
    items: Shape.optional(),
    pattern: z.string().optional(),
    format: z.string().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minItems: z.number().optional(),
  }),
)

const Root = z.intersection(z.object({ $defs: z.record(z.string(), Shape).default({}) }), Shape)

/** Existing ids and codes for a field of this name. */
export type Likely = (field: string) => fc.Arbitrary<unknown> | undefined

export type Fields = Record<string, unknown>

/** In a row. A schema that these values hardly ever fit would otherwise be tried for ever. */
const MISSES_MAX = 5000

/** Valid values in their JSON form. */
export function fitting(schema: z.ZodObject, likely: Likely): fc.Arbitrary<Fields> {
  let misses = 0
  return anyFields(schema, likely).filter((value) => {
    const { success, error } = schema.safeParse(value)
    misses = success ? 0 : misses + 1
    if (misses > MISSES_MAX)
      throw new Error(`No made value fits the schema: ${z.prettifyError(error ?? new z.ZodError([]))}`)
    return success
  })
}

/** Values of the right shape, which may violate finer rules. */
function anyFields(schema: z.ZodObject, likely: Likely): fc.Arbitrary<Fields> {
  const { $defs, ...root } = Root.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return fieldsOf(withoutReferences(root, $defs), likely)
}

/** The same shape with each named schema in place of the reference to it. No body contains itself. */
function withoutReferences({ $ref, ...own }: Shape, named: Readonly<Record<string, Shape>>): Shape {
  const shape: Shape = $ref === undefined ? own : { ...named[$ref.replace('#/$defs/', '')], ...own }
  if (shape.$ref !== undefined) return withoutReferences(shape, named)
  const { properties, items, anyOf, oneOf } = shape
  return {
    ...shape,
    properties: properties && mapValues(properties, (value) => withoutReferences(value, named)),
    items: items && withoutReferences(items, named),
    anyOf: (anyOf ?? oneOf)?.map((either) => withoutReferences(either, named)),
  }
}

const mapValues = <T>(fields: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]))

/** Valid except for one field, which is missing, unknown or has a wrong value. */
export function spoiled(schema: z.ZodObject, likely: Likely): fc.Arbitrary<Fields> {
  const names = [...Object.keys(schema.shape), 'role', '__proto__', 'user_id']
  return fc
    .tuple(anyFields(schema, likely), fc.constantFrom(...names), fc.option(hostile, { freq: 10 }))
    .map(([fields, name, value]) => {
      const { [name]: _, ...rest } = fields
      // Defined, not assigned, so that `__proto__` becomes a normal field.
      return value === null
        ? rest
        : Object.defineProperty(rest, name, { value, enumerable: true, configurable: true, writable: true })
    })
}

function fieldsOf({ properties = {}, required = [] }: Shape, likely: Likely): fc.Arbitrary<Fields> {
  const fields = Object.entries(properties).map(([name, shape]) => [name, valueOf(shape, likely, name)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true })
}

function valueOf(shape: Shape, likely: Likely, name: string): fc.Arbitrary<unknown> {
  const known = shape.type === 'array' ? undefined : likely(name)
  const made = anyValueOf(shape, likely, name)
  return known ? fc.oneof({ weight: 3, arbitrary: known }, { weight: 1, arbitrary: made }) : made
}

function anyValueOf(shape: Shape, likely: Likely, name: string): fc.Arbitrary<unknown> {
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if ('const' in shape) return fc.constant(shape.const)
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((either) => valueOf(either, likely, name)))
  if (Array.isArray(shape.type)) return fc.oneof(...shape.type.map((type) => valueOf({ ...shape, type }, likely, name)))
  if (shape.type === 'object')
    return shape.properties ? fieldsOf(shape, likely) : fc.dictionary(fc.string(), fc.string())
  if (shape.type === 'array') {
    const { items = {}, minItems: minLength = 0 } = shape
    return fc.array(valueOf(items, likely, name), { minLength, maxLength: Math.max(12, minLength) })
  }
  if (shape.type === 'boolean') return fc.boolean()
  if (shape.type === 'null') return fc.constant(null)
  if (shape.type === 'integer') return fc.oneof(fc.integer({ min: 0, max: 5 }), fc.nat())
  if (shape.type === 'number') return amounts
  return shape.type === 'string' ? textOf(shape) : fc.jsonValue()
}

/** Naira with at most two decimals, small ones mostly. */
const amounts = fc
  .oneof(
    fc.integer({ min: 1, max: 5000 }).map((naira) => naira * 100),
    fc.integer({ min: 0, max: 1_000_000_000 }),
  )
  .map((kobo) => kobo / 100)

/** Edge cases of the right form. */
const EDGE_MOMENTS = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '1969-12-31T23:59:59.999Z',
  '2024-02-29T23:59:59.999999999Z',
  '9999-12-31T23:59:59.999Z',
]
const EDGE_TEXTS = [
  '',
  ' ',
  '\0',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '%00',
  '\uD800',
  '\u0301',
  '\u200D',
  '\r\n',
  '..',
  '-1',
  '--',
  'NaN',
  ':*',
  '&|!',
]

function textOf({ format, pattern, minLength = 0, maxLength = 300 }: Shape): fc.Arbitrary<string> {
  if (format === 'uuid')
    return fc.oneof(
      fc.uuid(),
      fc.uuid().map((id) => id.toUpperCase()),
    )
  if (format === 'email') return fc.emailAddress()
  if (format === 'date-time') {
    return fc.oneof(
      fc
        .date({ noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('2100-01-01') })
        .map((date) => date.toISOString()),
      fc.constantFrom(...EDGE_MOMENTS),
    )
  }
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return fc.oneof(
    fc.lorem({ maxCount: 5 }).map((words) => words.slice(0, maxLength)),
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) }),
    fc.constantFrom(...EDGE_TEXTS).map((text) => text.repeat(Math.max(1, minLength))),
    fc.constantFrom('x', '\u{1F600}', 'ọ́').map((letter) => letter.repeat(maxLength).slice(0, maxLength)),
  )
}

const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)

/** Values that attackers send, and programs send by mistake. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    true,
    0,
    -1,
    0.001,
    1e16,
    1e300,
    '',
    '   ',
    '\0',
    'a\0b',
    '\u001B[31m',
    '\u202Egnp.exe',
    '\uD800',
    '\u{10FFFF}\uFFFF',
    'x'.repeat(20_000),
    '\u0301'.repeat(3000),
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' or 1=1; --",
    "\\'; drop table users; --",
    '../../../../etc/passwd',
    '..\\..\\windows',
    '%2e%2e%2f',
    '%00',
    'https://evil.example/',
    'file:///etc/passwd',
    'a\r\nX-Injected: yes',
    '=HYPERLINK("https://evil.example")',
    '${{7*7}}',
    '1e3',
    '0x10',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '+275760-09-13T00:00:00.000Z',
    'constructor',
    '__proto__',
    [],
    {},
    [[]],
    { length: 1e9 },
    { toString: 1, toJSON: 1 },
    Array.from({ length: 500 }, () => 'x'),
  ),
  fc.constantFrom(19, 21, 2000).map(deep),
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 300 }),
)
