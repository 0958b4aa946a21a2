/** The contract as an OpenAPI 3.1 document, made from the same declarations that the routes are. */
import { z } from 'zod'
import type { Endpoint, Endpoints } from '../../contract/endpoint.ts'
import { errors } from '../../contract/errors.ts'
import { possibleErrors } from '../../contract/possible-errors.ts'

export function openApiDocument(endpoints: Endpoints, publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [key, endpoint] of Object.entries(endpoints)) {
    const [method = '', path = ''] = key.split(' ')
    const template = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0' as const,
    info: { title: 'Taimako', version: '1', description: 'Amounts are naira, with at most two decimals.' },
    servers: [{ url: publicUrl }],
    paths,
    components: { schemas: { Problem: problemSchema } },
  }
}

function operation(endpoint: Endpoint) {
  return {
    summary: endpoint.summary,
    'x-guard': endpoint.guard,
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.idempotent
        ? [{ in: 'header', name: 'Idempotency-Key', required: true, schema: { type: 'string' } }]
        : []),
    ],
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body) } } },
    }),
    responses: { [endpoint.reply.status]: reply(endpoint), ...refusals(endpoint) },
  }
}

function reply(endpoint: Endpoint) {
  const type = endpoint.reply.contentType?.split(';')[0] ?? 'application/json'
  return { description: 'As asked.', content: { [type]: { schema: schemaOf(endpoint.reply.schema) } } }
}

function refusals(endpoint: Endpoint) {
  const codes = [...possibleErrors(endpoint)]
  const statuses = new Set(codes.map((code) => errors[code].status))
  return Object.fromEntries(
    [...statuses]
      .toSorted((a, b) => a - b)
      .map((status) => {
        const names = codes.filter((code) => errors[code].status === status)
        const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
        return [status, { description: names.join(', '), content }]
      }),
  )
}

function parameters(where: 'path' | 'query', schema: z.ZodObject | undefined) {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    in: where,
    name,
    required: where === 'path',
    schema: schemaOf(field),
  }))
}

/** Of a schema that converts (naira to kobo), the wire's side is what callers see. */
function schemaOf(schema: z.core.$ZodType) {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' })
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { enum: Object.keys(errors) },
    detail: { type: 'string' },
    request_id: { type: 'string' },
    reference: { type: 'string' },
    fields: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
  },
}
