import type { Text } from '../words/say.js'
import { type Piece, translate, type Words } from '../words/translate.js'

/** Shows a text in an element, as text. What stands at a place of a sentence can't change the direction or the order of its words. */
export function drawText(element: HTMLElement, text: Text, words: Words): void {
  element.replaceChildren(...nodesOf(translate(text, words)))
}

const nodesOf = (pieces: readonly Piece[]): readonly Node[] =>
  pieces.map((piece) => {
    if (typeof piece === 'string') return document.createTextNode(piece)
    const isolated = document.createElement('bdi')
    isolated.append(...('data' in piece ? [plain(piece.data)] : nodesOf(piece.inner)))
    return isolated
  })

/** Without signs that reorder or hide text. Line breaks stay. */
const plain = (text: string) => text.replaceAll(/[\p{Cf}\p{Co}\p{Cn}]|(?![\n\t])\p{Cc}/gu, '\ufffd')
