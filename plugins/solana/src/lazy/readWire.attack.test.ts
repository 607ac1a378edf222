// Every transaction through @solana/kit and through what reads it here.
import { encodeBase58 } from '@latchkey/kernel/chain'
import {
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  compileTransactionMessage,
  createTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
  isTransactionWithinSizeLimit,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type SignatureBytes,
  type TransactionMessageBytes,
} from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attackBounds } from '../../../../kernel/test/attack.js'
import { readWire } from './readWire.js'
import { createWireReader } from './wireReader.js'

const addresses = Array.from({ length: 80 }, (_, index) => {
  const bytes = new Uint8Array(32).fill(index + 1)
  bytes[31] = 255 - index
  return encodeBase58(bytes) as Address
})
const small = (max: number, min = 0) => fc.integer({ min, max })
const u32 = fc.option(small(0xffff_ffff), { nil: undefined })
const config = fc.record({
  computeUnitLimit: u32,
  heapSize: fc.option(
    small(256, 32).map((kibibytes) => kibibytes * 1_024),
    { nil: undefined },
  ),
  loadedAccountsDataSizeLimit: u32,
  priorityFeeLamports: fc.option(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), { nil: undefined }),
})
const plan = fc.record({
  /** Signers that are written to, that are read, and accounts of both kinds. */
  counts: fc.tuple(small(4, 1), small(4), small(12), small(12)),
  /** Which addresses, in which order: none twice. */
  first: small(79),
  stride: fc.constantFrom(1, 3, 7, 9, 11, 13),
  instructions: fc.array(fc.tuple(small(255), fc.array(small(255), { maxLength: 8 }), small(300)), {
    maxLength: 6,
  }),
  config,
  lookups: fc.array(
    fc.tuple(small(79), fc.array(small(255), { maxLength: 3 }), fc.array(small(255), { maxLength: 3 })),
    {
      maxLength: 2,
    },
  ),
  signatures: small(255),
})
type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never

/** The bytes that kit makes of a plan; `undefined` where they are more than the network takes. */
function write(version: 'legacy' | 0 | 1, given: Plan): Uint8Array | undefined {
  // The older versions have less room.
  const room = version === 1 ? { accounts: 8, bytes: 301 } : { accounts: 4, bytes: 40 }
  const [writtenSigners, readSigners] = given.counts
  const [written, read] = [given.counts[2] % room.accounts, given.counts[3] % room.accounts]
  const signing = writtenSigners + readSigners
  const count = signing + written + read
  const staticAccounts = Array.from({ length: count }, (_, at) => addressAt(given.first + at * given.stride))
  const header = {
    numSignerAccounts: signing,
    numReadonlySignerAccounts: readSigners,
    numReadonlyNonSignerAccounts: read,
  }
  const shared = { header, staticAccounts, lifetimeToken: addressAt(given.first + 40) }
  const lookups = version === 0 ? given.lookups : []
  const known = count + lookups.reduce((total, [, some, others]) => total + some.length + others.length, 0)
  const instructions = given.instructions.map(([program, accounts, length]) => ({
    programAddressIndex: program % count,
    accountIndices: accounts.map((at) => at % known),
    data: new Uint8Array(length % room.bytes).fill(program),
  }))
  const message =
    version === 1
      ? {
          version,
          ...shared,
          numStaticAccounts: count,
          ...columnsOf(instructions),
          ...statedOf(given.config),
        }
      : {
          ...{ version, ...shared, instructions },
          ...(lookups.length > 0 && {
            addressTableLookups: lookups.map(([table, writableIndexes, readonlyIndexes]) => ({
              lookupTableAddress: addressAt(table),
              ...{ writableIndexes, readonlyIndexes },
            })),
          }),
        }
  const messageBytes = getCompiledTransactionMessageEncoder().encode(
    message as Compiled,
  ) as TransactionMessageBytes
  const signatures = Object.fromEntries(
    staticAccounts.slice(0, signing).map((signer, at) => {
      const filling = (given.signatures + at) % 256
      return [signer, filling === 0 ? null : (new Uint8Array(64).fill(filling) as SignatureBytes)]
    }),
  )
  const transaction = { messageBytes, signatures }
  if (!isTransactionWithinSizeLimit(transaction)) return undefined
  return Uint8Array.from(getTransactionEncoder().encode(transaction))
}

type Compiled = Parameters<ReturnType<typeof getCompiledTransactionMessageEncoder>['encode']>[0]
const addressAt = (at: number) => addresses[at % addresses.length] as Address

const columnsOf = (
  instructions: readonly { programAddressIndex: number; accountIndices: number[]; data: Uint8Array }[],
) => ({
  numInstructions: instructions.length,
  instructionHeaders: instructions.map(({ programAddressIndex, accountIndices, data }) => ({
    programAccountIndex: programAddressIndex,
    numInstructionAccounts: accountIndices.length,
    numInstructionDataBytes: data.length,
  })),
  instructionPayloads: instructions.map(({ accountIndices, data }) => ({
    instructionAccountIndices: accountIndices,
    instructionData: data,
  })),
})

/** What version 1 states, as kit's own builder puts it. */
function statedOf(given: Plan['config']) {
  const settings = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const { configMask, configValues } = compileTransactionMessage(
    setTransactionMessageFeePayer(addressAt(0), {
      ...createTransactionMessage({ version: 1 }),
      config: settings,
    }),
  )
  return { configMask, configValues }
}

/** What kit reads, in the words of `readWire`; throws where kit does. */
function readByKit(bytes: Uint8Array) {
  const { messageBytes, signatures } = getTransactionDecoder().decode(bytes)
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
  const { header, staticAccounts, lifetimeToken, version } = message
  const compiled =
    message.version === 1
      ? message.instructionHeaders.map(({ programAccountIndex }, at) => ({
          programAddressIndex: programAccountIndex,
          accountIndices: message.instructionPayloads[at]!.instructionAccountIndices,
          data: message.instructionPayloads[at]!.instructionData,
        }))
      : message.instructions
  const lookups = message.version === 0 ? (message.addressTableLookups ?? []) : []
  const places = (of: 'writableIndexes' | 'readonlyIndexes') =>
    lookups.flatMap((lookup) => lookup[of].map((at) => `${lookup.lookupTableAddress}[${at}]`))
  const all: string[] = [...staticAccounts, ...places('writableIndexes'), ...places('readonlyIndexes')]
  const { numSignerAccounts: signing, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header
  return {
    version,
    message: [...messageBytes],
    signatures: Object.values(signatures).map((one) => [...(one ?? new Uint8Array(64))]),
    signers: staticAccounts.slice(0, signing),
    written: staticAccounts.filter((_, at) =>
      at < signing
        ? at < signing - numReadonlySignerAccounts
        : at < staticAccounts.length - numReadonlyNonSignerAccounts,
    ),
    lookupTables: lookups.map(({ lookupTableAddress }) => lookupTableAddress),
    blockhash: lifetimeToken,
    instructions: compiled.map(({ programAddressIndex, accountIndices = [], data }) => ({
      program: all[programAddressIndex],
      accounts: accountIndices.map((at) => all[at]),
      data: [...(data ?? [])],
    })),
    budget: message.version === 1 ? budgetOf(message) : undefined,
  }
}

function budgetOf({
  configMask,
  configValues,
}: {
  configMask: number
  configValues: { value: number | bigint }[]
}) {
  const left = configValues.map(({ value }) => value)
  const next = (bit: number, usual: number) => Number((configMask & bit) === 0 ? usual : left.shift())
  return {
    priorityFee: (configMask & 0b11) === 0 ? 0n : (left.shift() as bigint),
    computeUnits: next(0b100, 0),
    accountBytes: next(0b1000, 0),
    heapBytes: next(0b10000, 32_768),
  }
}

function readHere(bytes: Uint8Array): ReturnType<typeof readByKit> {
  const { signaturesAt, budget, ...wire } = readWire(bytes)
  const [first] = wire.signatures
  if (!first || Buffer.compare(first, bytes.slice(signaturesAt, signaturesAt + 64)) !== 0) {
    throw new Error('The signatures do not stand where they are said to.')
  }
  return {
    ...wire,
    message: [...wire.message],
    signatures: wire.signatures.map((one) => [...one]),
    signers: wire.signers as Address[],
    written: wire.written as Address[],
    lookupTables: wire.lookupTables as Address[],
    blockhash: wire.blockhash as string as Blockhash,
    instructions: wire.instructions.map(({ program, accounts, data }) => ({
      ...{ program, accounts: [...accounts], data: [...data] },
    })),
    budget,
  }
}

const text = (value: object) =>
  JSON.stringify(Object.entries(value).sort(), (_, one) => (typeof one === 'bigint' ? String(one) : one))

/** Where ours reads something, kit reads the same. Returns whether ours did. */
function isReadAlike(bytes: Uint8Array): boolean {
  let here: ReturnType<typeof readByKit>
  try {
    here = readHere(bytes)
  } catch (error) {
    if (/^TRANSACTION_/.test(String((error as { code?: unknown }).code))) return false
    throw error
  }
  const [ours, theirs] = [text(here), text(readByKit(bytes))]
  if (ours !== theirs) expect(ours).toBe(theirs)
  return true
}

const versions = ['legacy', 0, 1] as const

describe.each(versions)('a transaction of version %s', (version) => {
  // 100,000 in all with `npm run attack`, in parts that fit into its seconds.
  it.each([1, 2, 3, 4, 5, 6])('that kit wrote is read alike, with all that it states (part %s)', () => {
    let [tried, count] = [0, 0]
    fc.assert(
      fc.property(plan, (given) => {
        tried += 1
        const bytes = write(version, given)
        if (!bytes) return true
        count += 1
        return isReadAlike(bytes)
      }),
      attackBounds(280),
    )
    // A share: how many are tried is a matter of time in `npm run attack`.
    expect(count).toBeGreaterThan(0.85 * tried)
  })

  it('that somebody changed is refused, or read as kit reads it: none that kit refuses is signed', () => {
    const change = fc.tuple(plan, small(4_095), small(255), small(3))
    const seen = { read: 0, refused: 0 }
    fc.assert(
      fc.property(change, ([given, at, value, kind]) => {
        const bytes = write(version, given)
        if (!bytes) return
        const place = at % bytes.length
        // The first bytes decide how all that follow are read.
        const near = kind === 3 ? place % 48 : place
        const changed = [
          () => bytes.map((byte, index) => (index === near ? value : byte)),
          () => bytes.slice(0, near),
          () => Uint8Array.of(...bytes.slice(0, near), value, ...bytes.slice(near)),
          () => bytes.map((byte, index) => (index === near ? byte ^ (1 << (value % 8)) : byte)),
        ][kind]!()
        seen[isReadAlike(changed) ? 'read' : 'refused'] += 1
      }),
      attackBounds(280),
    )
    expect(Math.min(seen.read, seen.refused)).toBeGreaterThan(0.08 * (seen.read + seen.refused))
  })

  it('that kit built from instructions is read alike', () => {
    const lifetime = { blockhash: addresses[7] as string as Blockhash, lastValidBlockHeight: 1n }
    const begin = createTransactionMessage({ version } as { version: 0 })
    const paid = setTransactionMessageLifetimeUsingBlockhash(
      lifetime,
      setTransactionMessageFeePayer(addressAt(1), begin),
    )
    const accounts = [1, 2, 3, 4, 5].map((at) => ({
      address: addressAt(at),
      role: (at % 4) as 0 | 1 | 2 | 3,
    }))
    const built = compileTransaction(
      appendTransactionMessageInstruction(
        { programAddress: addressAt(9), accounts, data: Uint8Array.of(1, 2) },
        paid,
      ),
    )
    expect(isReadAlike(Uint8Array.from(getTransactionEncoder().encode(built)))).toBe(true)
  })
})

it('a reader that is asked for more than there is says so', () => {
  expect(() => createWireReader(new Uint8Array(3)).take(4)).toThrow('not a Solana transaction')
})
