import type { SharedRedis } from './openRedis.js'

/** Answers with a time in them, which all instances give as the first one did. */
export interface SharedAnswers {
  get(key: string, load: () => Promise<string>): Promise<string>
  /** For good: what another instance is loading at the moment isn't kept either. */
  forget(keys: readonly string[]): Promise<void>
}

export interface SharedAnswersOptions {
  readonly kind: string
  readonly milliseconds: number
  /** Every instance gives it by itself, so that it needs no sharing. */
  readonly usual: string
}

/** Longer than a load that began before takes. Milliseconds. */
const forgottenMilliseconds = 30_000

/** Stands for what was forgotten. No answer is empty. */
const forgotten = ''

/** @param redis `undefined` where nothing is shared */
export function createSharedAnswers(
  redis: SharedRedis | undefined,
  { kind, milliseconds, usual }: SharedAnswersOptions,
): SharedAnswers {
  const nameOf = (key: string) => `latchkey:data:${kind}:${key}`
  return {
    async get(key, load) {
      const loaded = await load()
      if (!redis || loaded === usual) return loaded
      const kept = await redis.ask(async (client) => {
        const expiration = { type: 'PX', value: milliseconds } as const
        const isFirst = await client.set(nameOf(key), loaded, { condition: 'NX', expiration })
        return isFirst === null ? await client.get(nameOf(key)) : loaded
      })
      return kept?.answer || loaded
    },
    async forget(keys) {
      if (!redis || keys.length === 0) return
      const expiration = { type: 'PX', value: forgottenMilliseconds } as const
      await redis.ask((client) =>
        Promise.all(keys.map((key) => client.set(nameOf(key), forgotten, { expiration }))),
      )
    },
  }
}
