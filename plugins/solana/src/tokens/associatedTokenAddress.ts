import { PublicKey } from '#web3'
import { associatedTokenAddress as derive } from '../lazy/send/instructions.js'

/**
 * Where an owner's tokens of a mint are by convention (Associated Token Account).
 *
 * @param tokenProgram The program that owns the mint: it is part of the address.
 * @throws Error when one of them is no address.
 */
export function associatedTokenAddress(owner: string, mint: string, tokenProgram: string): string {
  return derive(new PublicKey(owner), new PublicKey(mint), new PublicKey(tokenProgram)).toBase58()
}
