import { concat, isEqualBytes, readHex } from '../../message/bytes.js'
import { isValidSignatureCall } from './isValidSignatureCall.js'

/** An unwrapped ERC-6492 signature: how to deploy (or prepare) the account, and its own signature. */
export interface WrappedSignature {
  readonly factory: Uint8Array
  readonly factoryCalldata: Uint8Array
  readonly signature: Uint8Array
}

const SUFFIX = new Uint8Array(32).fill(0x64).map((_, index) => (index % 2 === 0 ? 0x64 : 0x92))

/** Whether the last 32 bytes are the ERC-6492 mark. This is looked at before anything else. */
export function isWrapped(signature: Uint8Array): boolean {
  return signature.length > 32 && isEqualBytes(signature.subarray(-32), SUFFIX)
}

/** Decodes `abi.encode(address, bytes, bytes)` before the mark. Undefined when it is not that. */
export function unwrapSignature(signature: Uint8Array): WrappedSignature | undefined {
  const body = signature.subarray(0, -32)
  const head = body.subarray(0, 32)
  if (head.length < 32 || head.subarray(0, 12).some((byte) => byte !== 0)) return undefined
  const factoryCalldata = readBytes(body, 1)
  const inner = readBytes(body, 2)
  if (!factoryCalldata || !inner) return undefined
  return { factory: head.slice(12), factoryCalldata, signature: inner }
}

function readBytes(body: Uint8Array, slot: number): Uint8Array | undefined {
  const offset = readNumber(body, slot * 32)
  if (offset === undefined) return undefined
  const length = readNumber(body, offset)
  if (length === undefined || offset + 32 + length > body.length) return undefined
  return body.slice(offset + 32, offset + 32 + length)
}

/** A word that is a small number; anything past 2^31 cannot be an offset here. */
function readNumber(body: Uint8Array, offset: number): number | undefined {
  const bytes = body.subarray(offset, offset + 32)
  if (bytes.length < 32 || bytes.subarray(0, 28).some((byte) => byte !== 0)) return undefined
  const value = new DataView(bytes.buffer, bytes.byteOffset).getUint32(28)
  return value < 2 ** 31 ? value : undefined
}

/** Answer of {@link simulation}: four words. */
const ANSWER_LENGTH = 128

/**
 * EVM initcode that calls the factory, then `isValidSignature` of the account, and returns four words: call
 * succeeded, bytes returned, code size of the account, first word returned. Run by `eth_call` without a
 * receiver it deploys nothing. The answer area is zero before the call and apart from the calldata, whose
 * selector equals the success value: an account that returns nothing cannot look like one that agrees.
 */
export function simulation(wrapped: WrappedSignature, account: string, hash: Uint8Array): Uint8Array {
  const call = isValidSignatureCall(hash, wrapped.signature)
  const address = readHex(account) ?? new Uint8Array(20)
  const assemble = (codeLength: number) =>
    concat(
      copyCode(codeLength, wrapped.factoryCalldata.length),
      // call(gas, factory, 0, 0x80, length, 0, 0); its outcome is dropped: the account may exist already.
      op(
        '6000 6000',
        push4(wrapped.factoryCalldata.length),
        '6080 6000',
        push20(wrapped.factory),
        '5a f1 50',
      ),
      copyCode(codeLength + wrapped.factoryCalldata.length, call.length),
      // mstore(0, staticcall(gas, account, 0x80, length, 0x60, 0x20))
      op('6020 6060', push4(call.length), '6080', push20(address), '5a fa 6000 52'),
      // mstore(0x20, returndatasize); mstore(0x40, extcodesize(account)); return(0, 0x80)
      op('3d 6020 52', push20(address), '3b 6040 52', '6080 6000 f3'),
    )
  const codeLength = assemble(0).length
  return concat(assemble(codeLength), wrapped.factoryCalldata, call)
}

/** The first word the account returned, when the call succeeded on an account with code. */
export function readSimulation(answer: Uint8Array): Uint8Array | undefined {
  if (answer.length !== ANSWER_LENGTH) return undefined
  const succeeded = readNumber(answer, 0) === 1
  const returned = readNumber(answer, 32) ?? 0
  const codeSize = readNumber(answer, 64) ?? 0
  return succeeded && returned >= 32 && codeSize > 0 ? answer.slice(96) : undefined
}

/** codecopy(0x80, offset, length) */
function copyCode(offset: number, length: number): Uint8Array {
  return op(push4(length), push4(offset), '6080 39')
}

function push4(value: number): Uint8Array {
  const bytes = new Uint8Array(5)
  bytes[0] = 0x63
  new DataView(bytes.buffer).setUint32(1, value)
  return bytes
}

function push20(address: Uint8Array): Uint8Array {
  return concat(Uint8Array.of(0x73), address)
}

function op(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  return concat(
    ...parts.map((part) =>
      typeof part === 'string' ? (readHex(part.replaceAll(' ', '')) ?? new Uint8Array()) : part,
    ),
  )
}
