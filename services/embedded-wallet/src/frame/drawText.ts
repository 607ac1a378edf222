import { say, type Text } from '../words/say.js'
import { type Piece, textOf, translate, type Words } from '../words/translate.js'

/**
 * Shows a text in an element, as text. What stands at a place of a sentence can't change the direction or the order of its words.
 * Addresses are set in groups of four; of long fractions the last digits come at a press, and are read aloud always.
 */
export function drawText(element: HTMLElement, text: Text, words: Words): void {
  element.replaceChildren(...nodesOf(translate(text, words), words))
}

const nodesOf = (pieces: readonly Piece[], words: Words): readonly Node[] =>
  pieces.map((piece) => {
    if (typeof piece === 'string') return document.createTextNode(piece)
    const isolated = document.createElement('bdi')
    isolated.append(...('data' in piece ? dataNodes(piece, words) : nodesOf(piece.inner, words)))
    return isolated
  })

function dataNodes({ data, rest }: Extract<Piece, { data: string }>, words: Words): readonly Node[] {
  if (rest) return shortened(data, rest, words)
  const [, scheme, host] = /^(https?:\/\/)([^/]+)$/.exec(data) ?? []
  if (scheme !== undefined && host !== undefined) return [span(scheme, 'scheme'), textNode(host)]
  if (/^0x[0-9a-fA-F]{40}$/.test(data)) return [inFours(data)]
  return [textNode(data)]
}

/** Draws the gaps, so that a copied address has no spaces. */
function inFours(address: string): Node {
  const whole = span('', 'fours')
  whole.append(...(address.match(/0x|.{4}/g) ?? []).map((four) => span(four, 'four')))
  return whole
}

function shortened(data: string, [start, end]: readonly [number, number], words: Words): readonly Node[] {
  const rest = span(data.slice(start, end), 'rest')
  const more = document.createElement('button')
  more.type = 'button'
  more.className = 'more'
  more.ariaLabel = textOf(translate(say`Show all digits`, words))
  more.addEventListener('click', () => {
    more.remove()
    rest.className = ''
  })
  return [textNode(data.slice(0, start)), more, rest, textNode(data.slice(end))]
}

function span(text: string, className: string): HTMLSpanElement {
  const made = document.createElement('span')
  made.className = className
  made.textContent = plain(text)
  return made
}

const textNode = (text: string) => document.createTextNode(plain(text))

/** Without signs that reorder or hide text. Line breaks stay. */
const plain = (text: string) => text.replaceAll(/[\p{Cf}\p{Co}\p{Cn}]|(?![\n\t])\p{Cc}/gu, '\ufffd')
