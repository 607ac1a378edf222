import { readFileSync } from 'node:fs'
import { ts } from 'ts-morph'

/** A file's text as the rules read it: with `\n` at the ends of lines and without a byte order mark. */
export interface SourceText {
  readonly text: string
  /** Whether its bytes are UTF-8. Any other file would be written with other letters. */
  readonly isReadable: boolean
  /** Gives a text the ends of lines and the mark that the file has. */
  restore(text: string): string
}

const mark = '\uFEFF'

/** Reads a file so that it can be written back as it was, but for what the rules change. */
export function readSourceText(path: string): SourceText {
  const bytes = readFileSync(path)
  const whole = bytes.toString('utf8')
  const hasMark = whole.startsWith(mark)
  const inner = hasMark ? whole.slice(1) : whole
  const hasReturns = /\r\n/.test(inner) && !/(?:^|[^\r])\n/.test(inner)
  return {
    text: hasReturns ? inner.replaceAll('\r\n', '\n') : inner,
    isReadable: Buffer.from(whole, 'utf8').equals(bytes),
    restore: (text) => `${hasMark ? mark : ''}${hasReturns ? text.replaceAll('\n', '\r\n') : text}`,
  }
}

/** A place that a person has to look at, with the sentence that says why. */
interface Fault {
  readonly line: number
  readonly sentence: string
}

/** Says why a file's code can't be followed; nothing when it can. */
export function findFault({ text, isReadable }: SourceText, path: string): Fault | undefined {
  if (!isReadable)
    return {
      line: 1,
      sentence: 'The file is not UTF-8, so it was left. Save it as UTF-8, and run this again.',
    }
  try {
    return findSyntaxError(text, path)
  } catch (error) {
    return { line: 1, sentence: `The file was left: ${messageOf(error)}. Move it by hand.` }
  }
}

function findSyntaxError(text: string, path: string): Fault | undefined {
  const [first] =
    ts.transpileModule(text, {
      fileName: path,
      reportDiagnostics: true,
      compilerOptions: { allowJs: true, jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.ESNext },
    }).diagnostics ?? []
  if (!first) return undefined
  return {
    line: text.slice(0, first.start ?? 0).split('\n').length,
    sentence: `The compiler can't read this: ${ts.flattenDiagnosticMessageText(first.messageText, ' ')} The file was left. Mend it, and run this again.`,
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
