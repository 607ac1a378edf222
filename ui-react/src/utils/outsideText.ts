import { createElement, Fragment, type ReactNode } from 'react'
import { safeText } from './safeText.js'

/** Characters of a sentence, and of a name or a title, that are worth showing. */
const sentenceLength = 400
const nameLength = 80

/** Stands for both ends of an isolate while the text is made safe. Nothing else may bring it. */
const end = '\ue000'

/**
 * What the app isolated with `isolateText` becomes an element of its own, so an amount keeps its order and nothing invisible
 * is copied along. Every other character that turns the direction goes.
 */
function outsideText(text: string, maximum: number): ReactNode {
  const marked = text
    .slice(0, maximum * 8)
    .replaceAll(end, '')
    .replace(/\u2066([^\u2066-\u2069]*)\u2069/g, `${end}$1${end}`)
  const parts = safeText(marked, maximum).split(end)
  if (parts.length === 1) return parts[0]
  const nodes = parts.map((part, index) => (index % 2 ? createElement('bdi', { dir: 'ltr' }, part) : part))
  return createElement(Fragment, null, ...nodes)
}

/**
 * What kit components show of text that they are given: a string is made safe and cut, so that what a stranger wrote
 * can neither mislead nor keep the page busy laying it out. Nodes stay as they are.
 */
export function outsideSentence(node: ReactNode): ReactNode {
  return typeof node === 'string' ? outsideText(node, sentenceLength) : node
}

/** Like {@link outsideSentence}, for a name, a title or a label. */
export function outsideName(node: ReactNode): ReactNode {
  return typeof node === 'string' ? outsideText(node, nameLength) : node
}

/** Like {@link outsideName}, for an attribute. */
export const outsideLabel = (label: string) => safeText(label, nameLength)
