import type { DataSource } from '@latchkey/kernel/contracts'
import type { Source } from './sources.js'

/** A cursor means something to the source that gave it only, so it carries the source's name. */
export function writeCursor(source: DataSource, next: string): string {
  return `${source}:${next}`
}

/** The source that gave a cursor, and what it gave. Without a cursor, every source. */
export function readCursor<Request, Answer>(
  sources: readonly Source<Request, Answer>[],
  cursor: string | undefined,
): { readonly sources: readonly Source<Request, Answer>[]; readonly cursor?: string } {
  if (cursor === undefined) return { sources }
  const at = cursor.indexOf(':')
  return {
    sources: sources.filter(({ source }) => source === cursor.slice(0, at)),
    cursor: cursor.slice(at + 1),
  }
}
