import type { SharedRedis } from './openRedis.js'

/** Answers that one instance found out and all of them give. */
export interface SharedAnswers {
  get(key: string, load: () => Promise<string>): Promise<string>
  /** For good: what another instance is loading at the moment isn't kept either. */
  forget(keys: readonly string[]): Promise<void>
}

/** Longer than a load that began before takes. Milliseconds. */
const forgottenMilliseconds = 30_000

/** Stands for what was forgotten. No answer is empty. */
const forgotten = ''

/** @param redis `undefined` where nothing is shared */
export function createSharedAnswers(
  redis: SharedRedis | undefined,
  { kind, milliseconds }: { readonly kind: string; readonly milliseconds: number },
): SharedAnswers {
  const nameOf = (key: string) => `latchkey:data:${kind}:${key}`
  return {
    async get(key, load) {
      if (!redis) return load()
      const name = nameOf(key)
      const known = await redis.ask((client) => client.get(name))
      if (known?.answer) return known.answer
      const loaded = await load()
      if (!known || known.answer === forgotten) return loaded
      // The first that was kept is everybody's answer.
      const kept = await redis.ask(async (client) => {
        const expiration = { type: 'PX', value: milliseconds } as const
        const isFirst = await client.set(name, loaded, { condition: 'NX', expiration })
        return isFirst === null ? await client.get(name) : loaded
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
