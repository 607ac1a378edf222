import { bytesToHex, concat, type Hex, type StateOverride } from 'viem'
import type { Client } from '../node.js'
import { contracts } from './contracts.js'
import type { Operation } from './signOperation.js'

/** Selector of `validateUserOp` with an operation of EntryPoint 0.7. */
const validate: Hex = '0x19822f7c'

/** An address that nobody could prepare for. */
export const randomAddress = (): Hex => bytesToHex(crypto.getRandomValues(new Uint8Array(20)))

/**
 * What the state is to be like in a trial, so that the account takes an operation that its owner didn't sign: a valid signature
 * never leaves for a trial, because anyone who reads it could have the operation carried out.
 *
 * Where the account isn't deployed yet there must be no code at its address, and the code it's going to run is changed instead.
 */
export async function allowAnySignature(
  client: Client,
  { sender, factory }: Pick<Operation, 'sender' | 'factory'>,
): Promise<StateOverride> {
  const address = factory ? contracts.implementation : sender
  const code = await client.getCode({ address })
  if (!code) throw new Error('There is no code to try the operation with.')
  const original = randomAddress()
  return [
    { address, code: takingAnySignature(original) },
    { address: original, code },
  ]
}

/**
 * Code that does what other code does, in the account's own storage, and answers 0 when it's asked whether a signature is valid
 * (ERC-4337). Everything else of the check happens, and costs what it costs. In Solidity's words:
 *
 *     (bool done, bytes memory answer) = original.delegatecall(msg.data);
 *     if (!done) revert(answer);
 *     return msg.sig == validateUserOp ? 0 : answer;
 */
const takingAnySignature = (original: Hex): Hex =>
  concat([
    '0x3660006000376000600036600073',
    original,
    '0x5af43d600060003e6031573d6000fd5b60003560e01c63',
    validate,
    '0x146045573d6000f35b60006000526020',
    '0x6000f3',
  ])
