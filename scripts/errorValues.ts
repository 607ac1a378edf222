import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** An error whose sentence is made of values that its `parameters` do not say: nobody can translate it. */
export interface Untranslatable {
  /** Relative to the root. */
  readonly path: string
  readonly line: number
  readonly sentence: string
}

/** Errors that only developers read: of options, of a plugin's form, and of what runs on servers. */
const forDevelopers = /^(?:KernelError|PluginError|RangeError|TypeError|Error|ScriptError|SyntaxError)$/
const skipped = /(?:\/testing\/|\/server\/|\.test(?:-d)?\.tsx?$|\/node_modules\/|\/dist\/)/

/** Errors made of values in the sources of the kernel, the shell and the plugins, without the values beside them. */
export function findUntranslatable(root: string): readonly Untranslatable[] {
  const plugins = readdirSync(join(root, 'plugins')).map((name) => `plugins/${name}/src`)
  return ['kernel/src', 'ui-react/src', ...plugins].flatMap((folder) =>
    filesBelow(join(root, folder)).flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      return untranslatableIn(text).map((found) => ({ path: relative(root, file), ...found }))
    }),
  )
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (skipped.test(path)) return []
    if (entry.isDirectory()) return filesBelow(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

/** The same for one text. */
export function untranslatableIn(text: string): readonly Omit<Untranslatable, 'path'>[] {
  return [...text.matchAll(/new (\w*Error)\(/g)].flatMap(({ 0: head, 1: name = '', index }) => {
    if (forDevelopers.test(name)) return []
    const [sentence = '', ...rest] = argumentsAt(text, index + head.length)
    const isMade = /\$\{|[^=!]\s\+\s/.test(sentence) && /^\s*[^\s{][\s\S]*[`'"]/.test(sentence)
    // Options that are passed on may say the values.
    const says = rest.some((argument) => /\bparameters\b|^\s*(?:\w+|.*\.\.\.\w+.*)\s*$/.test(argument))
    if (!isMade || says) return []
    return [{ line: text.slice(0, index).split('\n').length, sentence: sentence.trim() }]
  })
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** The arguments of a call, each as it is written, from behind its opening parenthesis. */
function argumentsAt(text: string, start: number): readonly string[] {
  const found: string[] = []
  const open: string[] = [')']
  let from = start
  for (let at = start; at < text.length && open.length > 0; at += 1) {
    const sign = text[at] ?? ''
    const top = open.at(-1)
    if (top === '`' || top === "'" || top === '"') {
      if (sign === '\\') at += 1
      else if (sign === top) open.pop()
      else if (top === '`' && text.startsWith('${', at)) {
        open.push('}')
        at += 1
      }
      continue
    }
    if (sign === top) {
      open.pop()
      if (open.length === 0) found.push(text.slice(from, at))
    } else if (sign === ',' && open.length === 1) {
      found.push(text.slice(from, at))
      from = at + 1
    } else if ('`\'"'.includes(sign)) open.push(sign)
    else if (closing[sign]) open.push(closing[sign])
  }
  return found.filter((argument) => argument.trim() !== '')
}
