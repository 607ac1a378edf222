import type { Context } from 'hono'
import * as z from 'zod/mini'
import { invalid, ServiceError } from './serviceError.js'

/** Reads the query. An unknown parameter is ignored, a known one that is given twice is refused. */
export function readQuery<shape extends z.ZodMiniType>(context: Context, shape: shape): z.infer<shape> {
  const given: Record<string, string> = {}
  for (const [name, values] of Object.entries(context.req.queries())) {
    if (values.length > 1) throw invalid(name, `"${name}" was given ${values.length} times. Give it once.`)
    // No parameter has one, and PostgreSQL takes no text with it.
    if (values[0]?.includes('\0')) throw invalid(name, 'Expected a text without NUL.')
    given[name] = values[0] ?? ''
  }
  return parse(shape, given, 400)
}

/** Reads a JSON body up to `limit` bytes. */
export async function readJson<shape extends z.ZodMiniType>(
  context: Context,
  shape: shape,
  limit = 65_536,
): Promise<z.infer<shape>> {
  const text = await readText(context.req.raw, limit)
  if (isTooDeep(text)) throw invalid('body', `Expected values at most ${deepest} levels deep.`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new ServiceError(422, [{ field: 'body', description: 'The body is not JSON.' }], { cause })
  }
  return parse(shape, value, 422)
}

const deepest = 32

/** Counted before it is parsed: what is nested without end cannot be written as text again. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth -= 1
    if (depth > deepest) return true
  }
  return false
}

function parse<shape extends z.ZodMiniType>(shape: shape, value: unknown, status: 400 | 422): z.infer<shape> {
  const result = shape.safeParse(value)
  if (result.success) return result.data
  const reasons = result.error.issues.slice(0, 10).map((issue) => ({
    field: issue.path.join('.'),
    description: issue.message,
  }))
  throw new ServiceError(status, reasons, { cause: result.error })
}

async function readText(request: Request, limit: number): Promise<string> {
  const tooLarge = () =>
    new ServiceError(413, [{ field: 'body', description: `The body is larger than ${limit} bytes.` }])
  const length = request.headers.get('content-length')
  if (Number(length ?? 0) > limit) throw tooLarge()
  // What has a length is no longer than it says.
  if (length !== null) return request.text()
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  // Node can iterate a body; the declarations are the browser's, where not every engine can.
  for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A comma-separated list with a bounded length. */
export const list = (longest: number) =>
  z.pipe(
    z.string().check(z.maxLength(longest * 128)),
    z.transform((text: string, context) => {
      const items = text.split(',').filter((item) => item !== '')
      if (items.length > longest) {
        context.issues.push({ code: 'custom', message: `More than ${longest} values.`, input: text })
        return z.NEVER
      }
      return items
    }),
  )

/** A whole number in a query, within bounds. */
export const whole = (minimum: number, maximum: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, `Expected a whole number from ${minimum} to ${maximum}.`)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.number().check(z.gte(minimum), z.lte(maximum)),
    ),
  )
