import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** Every sentence that is written with say`…` below a folder, as the translations name it, in alphabetical order. */
export function extractSentences(folder) {
  const files = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
  return [...new Set(files.flatMap((path) => sentencesOf(path, readFileSync(path, 'utf8'))))].sort()
}

function sentencesOf(path, source) {
  if (!source.includes('say`')) return []
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const found = []
  walk(program, (node) => {
    if (node.type !== 'TaggedTemplateExpression' || node.tag.name !== 'say') return
    const parts = node.quasi.quasis.map(({ value }) => value.cooked)
    found.push(parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`))
  })
  return found.filter((sentence) => /\p{L}/u.test(sentence.replaceAll(/\{\d+\}/g, '')))
}

function walk(node, visit) {
  if (Array.isArray(node)) for (const one of node) walk(one, visit)
  if (typeof node !== 'object' || node === null) return
  if (typeof node.type === 'string') visit(node)
  for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit)
}
