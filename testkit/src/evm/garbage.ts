/** Rubbish a broken or hostile wallet may answer with. `silence` never answers. */
export type GarbageKind =
  | 'null'
  | 'emptyString'
  | 'number'
  | 'emptyObject'
  | 'nestedArray'
  | 'html'
  | 'notHex'
  | 'hugeString'
  | 'throwsString'
  | 'throwsUndefined'
  | 'throwsCodelessError'
  | 'silence'

/** Answers as the kind says; the promise of `silence` stays open. */
export async function answerGarbage(kind: GarbageKind): Promise<unknown> {
  switch (kind) {
    case 'null':
      return null
    case 'emptyString':
      return ''
    case 'number':
      return 31337
    case 'emptyObject':
      return {}
    case 'nestedArray':
      return [[['0x']]]
    case 'html':
      return '<!doctype html><title>502 Bad Gateway</title><img src=x onerror=alert(1)>'
    case 'notHex':
      return '0xZZ'
    case 'hugeString':
      return '0x'.padEnd(2_000_000, 'f')
    case 'throwsString':
      throw 'rejected'
    case 'throwsUndefined':
      throw undefined
    case 'throwsCodelessError':
      throw new Error('Something went wrong')
    case 'silence':
      return new Promise(() => {})
  }
}
