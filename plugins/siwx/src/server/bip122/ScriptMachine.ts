import { ripemd160, sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { isEqualBytes } from '../../message/bytes.js'
import { type WorkBudget, WorkCost } from '../createWorkBudget.js'
import { isDisabled, isSuccess, Opcode } from './Opcode.js'
import { type ScriptOperation, readScript } from './readScript.js'
import { ScriptError } from './ScriptError.js'
import type { SignatureChecker } from './SignatureChecker.js'
import { isTrue, readScriptNumber, writeScriptNumber } from './scriptNumber.js'
import { hash256 } from './wire.js'

export type ScriptVersion = 'base' | 'witness' | 'tapscript'

const MAX_ELEMENT = 520
const MAX_SCRIPT = 10_000
const MAX_OPERATIONS = 201
const MAX_STACK = 1000
const MAX_KEYS = 20

export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes))
}

/**
 * Runs one Bitcoin script over a stack, with the rules BIP-322 names (minimal pushes and numbers, NULLDUMMY,
 * NULLFAIL, MINIMALIF). It knows the operations wallets use (those of miniscript); any other one makes the
 * outcome inconclusive.
 */
export class ScriptMachine {
  private readonly aside: Uint8Array[] = []
  /** One entry per open IF: whether its branch runs. */
  private readonly branches: boolean[] = []
  /** How many of the branches do not run. A script may nest thousands. */
  private idleBranches = 0
  private operationCount = 0

  constructor(
    readonly stack: Uint8Array[],
    private readonly script: Uint8Array,
    private readonly version: ScriptVersion,
    private readonly checker: SignatureChecker,
    private readonly work: WorkBudget,
  ) {}

  /** Runs to the end. Throws {@link ScriptError} when the script fails. */
  run(): void {
    if (this.version !== 'tapscript' && this.script.length > MAX_SCRIPT) throw new ScriptError('Too long.')
    const operations = readScript(this.script, (code) => this.checkKnown(code))
    const isLong = (element: Uint8Array) => element.length > MAX_ELEMENT
    if (this.stack.some(isLong)) throw new ScriptError('A stack element is too long.')
    for (const operation of operations) {
      this.step(operation)
      if (this.stack.length + this.aside.length > MAX_STACK) throw new ScriptError('The stack is too deep.')
    }
    if (this.branches.length > 0) throw new ScriptError('An IF is not closed.')
  }

  /** These decide about a script also where they stand in a branch that does not run. */
  private checkKnown(code: number): void {
    if (this.version === 'tapscript' && isSuccess(code)) {
      throw new ScriptError('The script has an operation kept for later rules (OP_SUCCESS).', 'inconclusive')
    }
    if (this.version !== 'tapscript' && isDisabled(code)) {
      throw new ScriptError('The script has a disabled operation.')
    }
  }

  private step({ code, data }: ScriptOperation): void {
    this.work.spend(WorkCost.operation)
    if (code > 0x60) this.count(1)
    if (data && data.length > MAX_ELEMENT) throw new ScriptError('A push is too long.')
    const running = this.idleBranches === 0
    if (code >= Opcode.IF && code <= Opcode.ENDIF) this.branch(code, running)
    else if (running && data) this.stack.push(data)
    else if (running) this.execute(code)
  }

  private count(operations: number): void {
    this.operationCount += operations
    if (this.version !== 'tapscript' && this.operationCount > MAX_OPERATIONS) {
      throw new ScriptError('The script has too many operations.')
    }
  }

  private branch(code: number, running: boolean): void {
    if (code === Opcode.IF || code === Opcode.NOTIF) {
      const taken = running && this.popCondition() === (code === Opcode.IF)
      this.openBranch(taken)
    } else if (code === Opcode.ELSE) {
      this.openBranch(!this.closeBranch('An ELSE has no IF.'))
    } else if (code === Opcode.ENDIF) {
      this.closeBranch('An ENDIF has no IF.')
    } else {
      throw new ScriptError('A reserved operation was used.')
    }
  }

  private openBranch(runs: boolean): void {
    this.branches.push(runs)
    if (!runs) this.idleBranches++
  }

  private closeBranch(problem: string): boolean {
    const runs = this.branches.pop()
    if (runs === undefined) throw new ScriptError(problem)
    if (!runs) this.idleBranches--
    return runs
  }

  private popCondition(): boolean {
    const value = this.pop()
    const minimal = value.length === 0 || (value.length === 1 && value[0] === 1)
    if (this.version !== 'base' && !minimal) throw new ScriptError('A condition must be empty or 1.')
    return isTrue(value)
  }

  pop(): Uint8Array {
    const value = this.stack.pop()
    if (!value) throw new ScriptError('The stack is empty.')
    return value
  }

  private peek(depth = 0): Uint8Array {
    const value = this.stack[this.stack.length - 1 - depth]
    if (!value) throw new ScriptError('The stack is empty.')
    return value
  }

  private popNumber(): number {
    return readScriptNumber(this.pop())
  }

  private pushNumber(value: number): void {
    this.stack.push(writeScriptNumber(value))
  }

  private pushBoolean(value: boolean): void {
    this.stack.push(value ? Uint8Array.of(1) : new Uint8Array())
  }

  private verify(): void {
    if (!isTrue(this.pop())) throw new ScriptError('A VERIFY failed.')
  }

  private execute(code: number): void {
    const operation = this.operations[code]
    if (!operation)
      throw new ScriptError(`The operation 0x${code.toString(16)} is not known here.`, 'inconclusive')
    operation()
  }

  private readonly operations: Readonly<Record<number, () => void>> = {
    [Opcode.NOP]: () => {},
    [Opcode.VERIFY]: () => this.verify(),
    [Opcode.RETURN]: () => {
      throw new ScriptError('The script returns.')
    },
    [Opcode.TOALTSTACK]: () => this.aside.push(this.pop()),
    [Opcode.FROMALTSTACK]: () => {
      const value = this.aside.pop()
      if (!value) throw new ScriptError('The alternative stack is empty.')
      this.stack.push(value)
    },
    [Opcode.IFDUP]: () => {
      if (isTrue(this.peek())) this.stack.push(this.peek())
    },
    [Opcode.DEPTH]: () => this.pushNumber(this.stack.length),
    [Opcode.DROP]: () => this.pop(),
    [Opcode.DUP]: () => this.stack.push(this.peek()),
    [Opcode.SWAP]: () => this.stack.push(...[this.pop(), this.pop()]),
    [Opcode.SIZE]: () => this.pushNumber(this.peek().length),
    [Opcode.EQUAL]: () => this.pushBoolean(isEqualBytes(this.pop(), this.pop())),
    [Opcode.EQUALVERIFY]: () => this.afterwards(Opcode.EQUAL),
    [Opcode.ZERO_NOT_EQUAL]: () => this.pushBoolean(this.popNumber() !== 0),
    [Opcode.ADD]: () => this.pushNumber(this.popNumber() + this.popNumber()),
    [Opcode.BOOLAND]: () => this.pushBoolean(all(this.popNumber() !== 0, this.popNumber() !== 0)),
    [Opcode.BOOLOR]: () => this.pushBoolean(any(this.popNumber() !== 0, this.popNumber() !== 0)),
    [Opcode.NUMEQUAL]: () => this.pushBoolean(same(this.popNumber(), this.popNumber())),
    [Opcode.NUMEQUALVERIFY]: () => this.afterwards(Opcode.NUMEQUAL),
    [Opcode.RIPEMD160]: () => this.hash(ripemd160),
    [Opcode.SHA1]: () => this.hash(sha1),
    [Opcode.SHA256]: () => this.hash(sha256),
    [Opcode.HASH160]: () => this.hash(hash160),
    [Opcode.HASH256]: () => this.hash(hash256),
    [Opcode.CHECKSIG]: () => this.checkSignature(),
    [Opcode.CHECKSIGVERIFY]: () => this.afterwards(Opcode.CHECKSIG),
    [Opcode.CHECKMULTISIG]: () => this.checkMultisig(),
    [Opcode.CHECKMULTISIGVERIFY]: () => this.afterwards(Opcode.CHECKMULTISIG),
    [Opcode.CHECKLOCKTIMEVERIFY]: () => this.checker.checkLockTime(readScriptNumber(this.peek(), 5)),
    [Opcode.CHECKSEQUENCEVERIFY]: () => this.checker.checkSequence(readScriptNumber(this.peek(), 5)),
    [Opcode.CHECKSIGADD]: () => this.checkSignatureAdd(),
  }

  private hash(digest: (bytes: Uint8Array) => Uint8Array): void {
    const value = this.pop()
    this.work.spend(WorkCost.hash + value.length)
    this.stack.push(digest(value))
  }

  /** The VERIFY form of an operation. */
  private afterwards(code: number): void {
    this.execute(code)
    this.verify()
  }

  private checkSignature(): void {
    const key = this.pop()
    const signature = this.pop()
    this.pushBoolean(this.check(signature, key))
  }

  private checkSignatureAdd(): void {
    if (this.version !== 'tapscript') throw new ScriptError('CHECKSIGADD is for tapscript.')
    const key = this.pop()
    const sum = this.popNumber()
    const signature = this.pop()
    this.pushNumber(sum + (this.check(signature, key) ? 1 : 0))
  }

  /** An empty signature says no; one that is there and wrong fails the script (NULLFAIL). */
  private check(signature: Uint8Array, key: Uint8Array): boolean {
    const valid = this.isSigned(signature, key)
    if (!valid && signature.length > 0) throw new ScriptError('A signature is wrong.')
    return valid
  }

  private isSigned(signature: Uint8Array, key: Uint8Array): boolean {
    if (signature.length > 0) this.work.spend(WorkCost.signature + WorkCost.hash + this.script.length)
    return this.checker.checkSignature(signature, key, this.script)
  }

  private checkMultisig(): void {
    if (this.version === 'tapscript') throw new ScriptError('CHECKMULTISIG is not for tapscript.')
    const keys = this.popList(MAX_KEYS)
    this.count(keys.length)
    const signatures = this.popList(keys.length)
    if (this.pop().length > 0) throw new ScriptError('The extra element must be empty.')
    let rest = keys
    for (const signature of signatures) {
      const index = rest.findIndex((key) => this.isSigned(signature, key))
      if (index >= 0) {
        rest = rest.slice(index + 1)
        continue
      }
      if (signatures.some((other) => other.length > 0)) throw new ScriptError('A signature is wrong.')
      this.pushBoolean(false)
      return
    }
    this.pushBoolean(true)
  }

  /** A count and as many elements, the last pushed first. */
  private popList(limit: number): readonly Uint8Array[] {
    const count = this.popNumber()
    if (count < 0 || count > limit) throw new ScriptError('A multisig count is out of range.')
    return Array.from({ length: count }, () => this.pop())
  }
}

/** Both operands are popped before they are joined; `&&` would leave one behind. */
function all(one: boolean, other: boolean): boolean {
  return one && other
}

function same(one: number, other: number): boolean {
  return one === other
}

function any(one: boolean, other: boolean): boolean {
  return one || other
}
