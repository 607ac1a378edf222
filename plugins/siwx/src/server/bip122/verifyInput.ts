import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concat, isEqualBytes } from '../../message/bytes.js'
import { type WorkBudget, WorkCost } from '../createWorkBudget.js'
import { p2pkhScript } from '../../message/bitcoinAddress.js'
import { readScript } from './readScript.js'
import { ScriptError } from './ScriptError.js'
import { hash160, ScriptMachine, type ScriptVersion } from './ScriptMachine.js'
import { ecdsaChecker, type SignatureChecker, schnorrChecker } from './SignatureChecker.js'
import { isTrue } from './scriptNumber.js'
import type { TaprootSpend } from './signatureHash.js'
import type { TransactionInput } from './Transaction.js'
import { compactSize, taggedHash, withLength } from './wire.js'

/**
 * Checks that one input may spend its output, by consensus and the policy BIP-322 requires.
 * @throws ScriptError with the outcome
 */
export function verifyInput(spend: TaprootSpend, work: WorkBudget): void {
  const input = spend.transaction.inputs[spend.index]
  const script = spend.spent[spend.index]?.script
  if (!input || !script) throw new ScriptError('The input has no output to spend.')
  const program = witnessProgram(script)
  if (program) {
    if (input.scriptSig.length > 0) throw new ScriptError('A segwit input must have no script of its own.')
    verifyWitness(spend, program, input.witness, false, work)
  } else {
    verifyLegacy(spend, input, script, work)
  }
}

function verifyLegacy(
  spend: TaprootSpend,
  input: TransactionInput,
  script: Uint8Array,
  work: WorkBudget,
): void {
  const stack = readPushes(input.scriptSig)
  if (isPayToScriptHash(script)) {
    verifyScriptHash(spend, input, script, stack, work)
    return
  }
  if (input.witness.length > 0) throw new ScriptError('An input before segwit must have no witness.')
  runToTrue(stack, script, 'base', ecdsaChecker(spend, 'base'), work)
}

interface WitnessProgram {
  readonly version: number
  readonly program: Uint8Array
}

function witnessProgram(script: Uint8Array): WitnessProgram | undefined {
  const [first, length] = script
  if (first === undefined || script.length < 4 || script.length > 42 || length !== script.length - 2)
    return undefined
  if (first !== 0 && (first < 0x51 || first > 0x60)) return undefined
  return { version: first === 0 ? 0 : first - 0x50, program: script.subarray(2) }
}

function isPayToScriptHash(script: Uint8Array): boolean {
  return script.length === 23 && script[0] === 0xa9 && script[1] === 0x14 && script[22] === 0x87
}

function readPushes(script: Uint8Array): Uint8Array[] {
  return readScript(script).map(({ data }) => {
    if (!data) throw new ScriptError('The input script must only push.')
    return data
  })
}

function verifyScriptHash(
  spend: TaprootSpend,
  input: TransactionInput,
  script: Uint8Array,
  stack: Uint8Array[],
  work: WorkBudget,
): void {
  const redeem = stack.pop()
  if (!redeem || !isEqualBytes(hash160(redeem), script.subarray(2, 22))) {
    throw new ScriptError('The script does not match the hash in the address.')
  }
  const program = witnessProgram(redeem)
  if (program) {
    if (stack.length > 0) throw new ScriptError('The input script must push the witness program alone.')
    verifyWitness(spend, program, input.witness, true, work)
    return
  }
  if (input.witness.length > 0) throw new ScriptError('An input before segwit must have no witness.')
  runToTrue(stack, redeem, 'base', ecdsaChecker(spend, 'base'), work)
}

function verifyWitness(
  spend: TaprootSpend,
  { version, program }: WitnessProgram,
  witness: readonly Uint8Array[],
  nested: boolean,
  work: WorkBudget,
): void {
  if (version === 0 && program.length === 20) {
    if (witness.length !== 2) throw new ScriptError('A key hash needs a signature and a key.')
    runToTrue([...witness], p2pkhScript(program), 'witness', ecdsaChecker(spend, 'witness'), work)
  } else if (version === 0 && program.length === 32) {
    verifyScriptWitness(spend, program, witness, work)
  } else if (version === 1 && program.length === 32 && !nested) {
    verifyTaproot(spend, program, witness, work)
  } else {
    throw new ScriptError(`Witness version ${version} is not known here.`, 'inconclusive')
  }
}

function verifyScriptWitness(
  spend: TaprootSpend,
  program: Uint8Array,
  witness: readonly Uint8Array[],
  work: WorkBudget,
): void {
  const script = witness[witness.length - 1]
  if (!script || !isEqualBytes(sha256(script), program)) {
    throw new ScriptError('The script does not match the hash in the address.')
  }
  runToTrue(witness.slice(0, -1), script, 'witness', ecdsaChecker(spend, 'witness'), work)
}

function verifyTaproot(
  spend: TaprootSpend,
  program: Uint8Array,
  witness: readonly Uint8Array[],
  work: WorkBudget,
): void {
  const last = witness[witness.length - 1]
  if (!last) throw new ScriptError('The witness is empty.')
  if (witness.length > 1 && last[0] === 0x50)
    throw new ScriptError('An annex is not known here.', 'inconclusive')
  work.spend(WorkCost.signature)
  if (witness.length > 1) verifyTapscript(spend, program, witness, work)
  else if (!schnorrChecker(spend).checkSignature(last, program, new Uint8Array())) {
    throw new ScriptError('The signature is wrong.')
  }
}

function verifyTapscript(
  spend: TaprootSpend,
  program: Uint8Array,
  witness: readonly Uint8Array[],
  work: WorkBudget,
): void {
  const control = witness[witness.length - 1]
  const script = witness[witness.length - 2]
  if (!control || !script || control.length < 33 || control.length > 4129 || control.length % 32 !== 1) {
    throw new ScriptError('The control block has a wrong length.')
  }
  const leafVersion = (control[0] ?? 0) & 0xfe
  const leafHash = taggedHash('TapLeaf', Uint8Array.of(leafVersion), withLength(script))
  if (!isCommitted(program, control, leafHash)) throw new ScriptError('The script is not in the address.')
  if (leafVersion !== 0xc0) throw new ScriptError('A leaf of an unknown version.', 'inconclusive')
  const checker = schnorrChecker(spend, leafHash, 50 + sizeOf(witness))
  runToTrue(witness.slice(0, -2), script, 'tapscript', checker, work)
}

/** Whether the output key is the internal key tweaked with the tree the leaf is in (BIP-341). */
function isCommitted(program: Uint8Array, control: Uint8Array, leafHash: Uint8Array): boolean {
  let node = leafHash
  for (let position = 33; position < control.length; position += 32) {
    const other = control.subarray(position, position + 32)
    node = taggedHash('TapBranch', ...(isLess(node, other) ? [node, other] : [other, node]))
  }
  const parity = (control[0] ?? 0) & 1
  const tweaked = tweakKey(control.subarray(1, 33), node)
  return tweaked !== undefined && isEqualBytes(tweaked, concat(Uint8Array.of(2 + parity), program))
}

/** The compressed output key of an internal key and a tree root (empty without a tree), or undefined. */
export function tweakKey(internal: Uint8Array, root: Uint8Array): Uint8Array | undefined {
  try {
    const tweak = BigInt(`0x${[...taggedHash('TapTweak', internal, root)].map(twoDigits).join('')}`)
    const point = schnorr.utils.lift_x(BigInt(`0x${[...internal].map(twoDigits).join('')}`))
    return point.add(secp256k1.Point.BASE.multiplyUnsafe(tweak)).toBytes(true)
  } catch {
    return undefined
  }
}

function twoDigits(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

function isLess(one: Uint8Array, other: Uint8Array): boolean {
  const index = one.findIndex((byte, position) => byte !== other[position])
  return index >= 0 && (one[index] ?? 0) < (other[index] ?? 0)
}

function sizeOf(witness: readonly Uint8Array[]): number {
  const elements = witness.reduce((size, element) => size + withLength(element).length, 0)
  return compactSize(witness.length).length + elements
}

/** Runs a script that must leave exactly one true element (CLEANSTACK). */
function runToTrue(
  stack: Uint8Array[],
  script: Uint8Array,
  version: ScriptVersion,
  checker: SignatureChecker,
  work: WorkBudget,
): void {
  const machine = new ScriptMachine(stack, script, version, checker, work)
  machine.run()
  const result = machine.pop()
  if (machine.stack.length > 0 || !isTrue(result)) throw new ScriptError('The script does not end in true.')
}
