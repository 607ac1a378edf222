import { addressBytes } from '../../address.js'
import { tokenProgram } from '../tokenPrograms.js'
import { verifySignature } from '../verifySignature.js'
import { nameError } from './nameErrors.js'
import {
  domainKey,
  nameMint,
  nameProgram,
  recordClass,
  recordV1Key,
  recordV2Key,
  rootRegistry,
  tokenizerProgram,
  tokenRecordKey,
} from './nameKeys.js'
import { type ProgramAccount, type ChainReading, readAccounts } from '../readAccounts.js'
import {
  noKey,
  readRecordV1,
  readRecordV2,
  readRegistry,
  readTokenRecord,
  type Registry,
} from './readNameData.js'
import { readTokenHolder, requirePersonal } from './readTokenHolder.js'

/**
 * Whom a name of the SPL Name Service stands for, in the order of SNS-IP 5: who holds its NFT, its record `SOL` of the
 * second version, of the first, and its owner. `undefined` where nobody owns it.
 *
 * @param labels The name without its ending.
 * @throws BaseError `NAME_RECORD_INVALID`, `NAME_HELD_BY_PROGRAM`
 */
export async function resolveSns(
  chain: ChainReading,
  labels: readonly string[],
): Promise<string | undefined> {
  const domain = domainKey(labels)
  const keys = {
    token: tokenRecordKey(domain),
    second: recordV2Key(domain),
    first: recordV1Key(domain),
  }
  const found = await readAccounts(chain, [domain, keys.token, keys.second, keys.first])
  const [registryAccount, tokenAccount, secondAccount, firstAccount] = found
  if (!registryAccount) return undefined
  const parent = labels[1] === undefined ? rootRegistry : domainKey([labels[1]])
  const registry = registryOf(registryAccount, parent, noKey)
  if (isToken(tokenAccount, domain)) return readTokenHolder(chain, nameMint(domain), tokenProgram)
  const second = secondAccount && ofSecond(registryOf(secondAccount, domain, recordClass), registry.owner)
  if (second !== undefined) return second
  // A record of the first version may be left over from an earlier owner: without the owner's signature it says nothing.
  const first = firstAccount && registryOf(firstAccount, domain, noKey)
  const signed = first && readRecordV1(first.data, addressBytes(keys.first) as Uint8Array)
  if (signed && verifySignature(registry.owner, signed.message, signed.signature)) return signed.content
  return requirePersonal(registry.owner)
}

/** @throws BaseError `NAME_RECORD_INVALID` when another program wrote it, or it belongs elsewhere. */
function registryOf({ program, data }: ProgramAccount, parent: string, kind: string): Registry {
  const registry = program === nameProgram ? readRegistry(data) : undefined
  if (registry?.parent === parent && registry.kind === kind) return registry
  throw nameError('NAME_RECORD_INVALID', `Expected a registry of ${nameProgram} below ${parent}.`)
}

function isToken(account: ProgramAccount | undefined, domain: string): boolean {
  if (!account) return false
  const record = account.program === tokenizerProgram ? readTokenRecord(account.data) : undefined
  if (record?.domain !== domain) throw nameError('NAME_RECORD_INVALID', `Expected a record of ${domain}.`)
  return record.isActive
}

/** What is proven for an earlier owner is passed over; what nobody agreed to is refused. */
function ofSecond({ data }: Registry, owner: string): string | undefined {
  const record = readRecordV2(data)
  if (!record) throw nameError('NAME_RECORD_INVALID', 'Expected an address, proven by Solana keys.')
  if (record.provenFor !== owner) return undefined
  if (record.agreed === record.content) return record.content
  throw nameError('NAME_RECORD_INVALID', 'Whom the record names has not agreed to it.')
}
