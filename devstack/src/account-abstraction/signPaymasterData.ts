import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  hexToBigInt,
  keccak256,
  numberToHex,
  pad,
  zeroAddress,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { EntryPointVersion } from './accountAbstractionArtifact.js'

export interface SignPaymasterDataOptions {
  readonly signer: PrivateKeyAccount
  readonly chainId: number
  readonly version: EntryPointVersion
  readonly paymaster: Address
  readonly operation: Readonly<Record<string, unknown>>
  /** Seconds since the epoch. */
  readonly validUntil: number
  /** The token that the fee is taken in, with its rate. Without it, the paymaster pays for free. */
  readonly token?: { readonly address: Address; readonly rate: bigint }
}

/** What `LocalPaymaster` needs to know to pay for one operation. */
export async function signPaymasterData(options: SignPaymasterDataOptions): Promise<Hex> {
  const { signer, chainId, paymaster, operation, validUntil, token } = options
  const head = concat([
    numberToHex(validUntil, { size: 6 }),
    numberToHex(0, { size: 6 }),
    token?.address ?? zeroAddress,
    numberToHex(token?.rate ?? 0n, { size: 32 }),
  ])
  const types = ['uint256', 'address', 'address', 'uint256', 'bytes32', 'bytes32', 'bytes32'] as const
  const hash = keccak256(
    encodeAbiParameters(
      types.map((type) => ({ type })),
      [
        BigInt(chainId),
        paymaster,
        operation.sender as Address,
        numberOf(operation, 'nonce'),
        keccak256(operation.callData as Hex),
        gasHash(options),
        keccak256(head),
      ],
    ),
  )
  return concat([head, await signer.signMessage({ message: { raw: hash } })])
}

/** A placeholder of the right length, so that the cost of checking it can be estimated. */
export const stubPaymasterData = (token?: SignPaymasterDataOptions['token']): Hex =>
  concat([
    numberToHex(2 ** 48 - 1, { size: 6 }),
    numberToHex(0, { size: 6 }),
    token?.address ?? zeroAddress,
    numberToHex(token?.rate ?? 0n, { size: 32 }),
    pad('0x01', { size: 64 }),
    '0x1c',
  ])

/** Gas in the layout of the entry point, which is what the contract hashes. */
function gasHash({ operation, version }: SignPaymasterDataOptions): Hex {
  const of = (name: string) => numberOf(operation, name)
  if (version === '0.6')
    return keccak256(
      encodeAbiParameters(
        [
          { type: 'uint256' },
          { type: 'uint256' },
          { type: 'uint256' },
          { type: 'uint256' },
          { type: 'uint256' },
        ],
        [
          of('callGasLimit'),
          of('verificationGasLimit'),
          of('preVerificationGas'),
          of('maxFeePerGas'),
          of('maxPriorityFeePerGas'),
        ],
      ),
    )
  const pair = (first: string, second: string) =>
    concat([numberToHex(of(first), { size: 16 }), numberToHex(of(second), { size: 16 })])
  return keccak256(
    encodeAbiParameters(
      [{ type: 'bytes32' }, { type: 'uint256' }, { type: 'bytes32' }, { type: 'bytes32' }],
      [
        pair('verificationGasLimit', 'callGasLimit'),
        of('preVerificationGas'),
        pair('maxPriorityFeePerGas', 'maxFeePerGas'),
        pair('paymasterVerificationGasLimit', 'paymasterPostOpGasLimit'),
      ],
    ),
  )
}

const numberOf = (operation: Readonly<Record<string, unknown>>, name: string): bigint =>
  operation[name] === undefined ? 0n : hexToBigInt(operation[name] as Hex)
