/** The operations this verifier knows: those of miniscript. Values of Bitcoin Script. */
export const Opcode = {
  NOP: 0x61,
  IF: 0x63,
  NOTIF: 0x64,
  ELSE: 0x67,
  ENDIF: 0x68,
  VERIFY: 0x69,
  RETURN: 0x6a,
  TOALTSTACK: 0x6b,
  FROMALTSTACK: 0x6c,
  IFDUP: 0x73,
  DEPTH: 0x74,
  DROP: 0x75,
  DUP: 0x76,
  SWAP: 0x7c,
  SIZE: 0x82,
  EQUAL: 0x87,
  EQUALVERIFY: 0x88,
  ZERO_NOT_EQUAL: 0x92,
  ADD: 0x93,
  BOOLAND: 0x9a,
  BOOLOR: 0x9b,
  NUMEQUAL: 0x9c,
  NUMEQUALVERIFY: 0x9d,
  RIPEMD160: 0xa6,
  SHA1: 0xa7,
  SHA256: 0xa8,
  HASH160: 0xa9,
  HASH256: 0xaa,
  CHECKSIG: 0xac,
  CHECKSIGVERIFY: 0xad,
  CHECKMULTISIG: 0xae,
  CHECKMULTISIGVERIFY: 0xaf,
  CHECKLOCKTIMEVERIFY: 0xb1,
  CHECKSEQUENCEVERIFY: 0xb2,
  CHECKSIGADD: 0xba,
} as const

/**
 * Whether the operation is one that later rules may give a meaning (OP_SUCCESSx of BIP-342): a tapscript that has one
 * anywhere passes today.
 */
export function isSuccess(code: number): boolean {
  if (code >= 187) return code < 255
  return SUCCESS_RANGES.some(([first, last]) => code >= first && code <= last)
}

const SUCCESS_RANGES = [
  [80, 80],
  [98, 98],
  [126, 129],
  [131, 134],
  [137, 138],
  [141, 142],
  [149, 153],
] as const

/** Whether the operation fails every script before tapscript that has it, in a branch that runs or not. */
export function isDisabled(code: number): boolean {
  return DISABLED_RANGES.some(([first, last]) => code >= first && code <= last)
}

/** CAT to RIGHT, INVERT to XOR, 2MUL and 2DIV, MUL to RSHIFT. */
const DISABLED_RANGES = [
  [126, 129],
  [131, 134],
  [141, 142],
  [149, 153],
] as const
