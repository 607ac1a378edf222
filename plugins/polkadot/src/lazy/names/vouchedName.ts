import * as z from 'zod/mini'
import { fromHex } from '../hex.js'
import type { IdentityStorage } from './readStorage.js'

/** The pallet's `Data`: nothing, up to 32 bytes as they are, or the hash of more, which names nobody. */
const data = z.record(z.string(), z.unknown())
const judgement = z.pipe(
  z.union([z.string(), z.record(z.string(), z.unknown())]),
  z.transform((value) => (typeof value === 'string' ? value : (Object.keys(value)[0] ?? '')).toLowerCase()),
)
const registration = z.object({
  judgements: z.array(z.tuple([z.number(), judgement])),
  info: z.object({ display: data }),
})
/** Runtimes of 2024 have the primary username beside it. */
const registered = z.nullable(
  z.union([
    registration,
    z.pipe(
      z.tuple([registration, z.unknown()]),
      z.transform(([first]) => first),
    ),
  ]),
)
const registrars = z.array(z.nullable(z.object({ account: z.string() })))

/** What a registrar says once it has looked: that the name is right. */
const approving = new Set(['reasonable', 'knowngood'])
/** What says nothing: no opinion, or one that is paid for and not given yet. Any other word speaks against the name. */
const silent = new Set(['unknown', 'feepaid'])

/**
 * What an account calls itself, where a registrar vouches for it and none speaks against it. Anybody may write any display name
 * for a deposit, so that one nobody vouches for is what a thief would choose. For the same reason the pallet's `superOf` isn't
 * read: a parent names sub-accounts without their consent, and no registrar looks at what it writes.
 */
export async function readVouchedName(
  storage: IdentityStorage,
  address: string,
): Promise<string | undefined> {
  const own = await storage.read('identityOf', registered, address)
  return own ? vouched(storage, own) : undefined
}

async function vouched(
  storage: IdentityStorage,
  { judgements, info }: z.infer<typeof registration>,
): Promise<string | undefined> {
  const name = textOf(info.display)
  const opinions = judgements.filter(([, word]) => !silent.has(word))
  if (name === undefined || !opinions.every(([, word]) => approving.has(word))) return undefined
  // A registrar that was removed no longer speaks.
  const known = await storage.read('registrars', registrars)
  return opinions.some(([index]) => known[index]) ? name : undefined
}

/** Characters that show nothing or turn the writing, and the slash, which elsewhere stands between a parent and its sub-account. */
const unfit = /[\p{C}\p{Zl}\p{Zp}/\u2044\u2215\u29f8\uff0f]/u

function textOf(value: Record<string, unknown> | undefined): string | undefined {
  const found = fromHex(value?.['raw'])
  if (!found || found.length > 32) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(found).trim()
    return text === '' || unfit.test(text) ? undefined : text
  } catch {
    // Bytes that are no text name nobody.
    return undefined
  }
}
