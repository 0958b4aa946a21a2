import { Client } from 'pg'

/** Times each statement of this process, from sending it to its last row. */
export function timeStatements() {
  const statements: { text: string; milliseconds: number }[] = []
  // oxlint-disable-next-line typescript/unbound-method -- Reflect.apply passes the client on
  const { query } = Client.prototype
  Client.prototype.query = new Proxy(query, {
    apply(target, client, given: unknown[]) {
      const started = performance.now()
      const add = () => statements.push({ text: textOf(given[0]), milliseconds: performance.now() - started })
      // A pool hands its clients a function, a transaction awaits their promise.
      const answer: unknown = Reflect.apply(
        target,
        client,
        given.map((one) => (isFunction(one) ? heard(one, add) : one)),
      )
      if (answer instanceof Promise) void answer.then(add, add)
      return answer
    },
  })
  return { statements, close: () => void (Client.prototype.query = query) }
}

const isFunction = (given: unknown): given is (...values: unknown[]) => unknown => typeof given === 'function'

const heard =
  (answered: (...values: unknown[]) => unknown, add: () => void) =>
  (...values: unknown[]) => {
    add()
    return answered(...values)
  }

function textOf(statement: unknown): string {
  const isQuery = typeof statement === 'object' && statement !== null && 'text' in statement
  return String(isQuery ? statement.text : statement)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
