import * as z from 'zod/mini'
import { fromHex } from '../hex.js'
import { nameError } from './nameErrors.js'
import type { IdentityStorage } from './readStorage.js'

/** A label and the suffix of the authority that gave it: small letters of a to z and digits are all the pallet takes. */
const form = /^[a-z0-9]+\.([a-z0-9]+)$/
const longestName = 32
/** Authorities choose their suffix. One that is known from another name service would lead people to another person. */
const foreignSuffixes = new Set(['eth', 'sol', 'sns'])

const bytes = z.nullable(z.string())
const owner = z.nullable(z.object({ owner: z.string() }))
const account = z.nullable(z.string())
const registrationAndName = z.nullable(z.tuple([z.unknown(), bytes]))

export function isUsername(text: string): boolean {
  const suffix = text.length <= longestName ? form.exec(text)?.[1] : undefined
  return suffix !== undefined && !foreignSuffixes.has(suffix)
}

/** The name an account goes by, or `undefined` when it has none of the form. */
export async function readUsername(storage: IdentityStorage, address: string): Promise<string | undefined> {
  const found = await readPrimary(storage, address)
  const name = found && new TextDecoder().decode(found)
  return name !== undefined && isUsername(name) ? name : undefined
}

async function readPrimary(storage: IdentityStorage, address: string): Promise<Uint8Array | undefined> {
  if (storage.has('usernameOf')) return fromHex(await storage.read('usernameOf', bytes, address))
  // Runtimes of 2024 keep it beside the registration, those of before have no usernames.
  if (!storage.has('accountOfUsername')) return undefined
  return fromHex((await storage.read('identityOf', registrationAndName, address))?.[1])
}

/**
 * The account of a username, in the chain's form of addresses; `undefined` when nobody has it.
 *
 * @throws BaseError `NAME_NOT_PRIMARY` when the account goes by another name, `NAME_ENDING` when the authority is taking it back
 */
export async function readUsernameOwner(storage: IdentityStorage, name: string): Promise<string | undefined> {
  const found = await readOwner(storage, name)
  if (found === undefined) return undefined
  if (storage.has('unbindingUsernames')) {
    const end = await storage.read('unbindingUsernames', z.nullable(z.union([z.number(), z.string()])), name)
    if (end !== null) throw nameError('NAME_ENDING', `Block: ${end}`)
  }
  if ((await readUsername(storage, found)) !== name) throw nameError('NAME_NOT_PRIMARY', `Account: ${found}`)
  return found
}

async function readOwner(storage: IdentityStorage, name: string): Promise<string | undefined> {
  if (storage.has('usernameInfoOf')) return (await storage.read('usernameInfoOf', owner, name))?.owner
  if (!storage.has('accountOfUsername')) return undefined
  return (await storage.read('accountOfUsername', account, name)) ?? undefined
}
