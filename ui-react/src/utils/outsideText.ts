import type { ReactNode } from 'react'
import { safeText } from './safeText.js'

/** Characters of a sentence, and of a name or a title, that are worth showing. */
const sentenceLength = 400
const nameLength = 80

/**
 * What kit components show of text that they are given: a string is made safe and cut, so that what a stranger wrote
 * can neither mislead nor keep the page busy laying it out. Nodes stay as they are.
 */
export function outsideSentence<Node extends ReactNode>(node: Node): Node | string {
  return typeof node === 'string' ? safeText(node, sentenceLength) : node
}

/** Like {@link outsideSentence}, for a name, a title or a label. */
export function outsideName<Node extends ReactNode>(node: Node): Node | string {
  return typeof node === 'string' ? safeText(node, nameLength) : node
}
