import type { Text } from '../words/say.js'
import { inEnglish } from '../words/translate.js'
import type { Elements } from './createElements.js'
import type { Fact } from './facts.js'

/** More letters stand below the name of their line, not beside it. */
const lettersBeside = 26

/** Draws the lines of a question in their order: who asks first, what moves large, and the rest as a table. */
export function drawFacts(facts: readonly Fact[], element: Elements): HTMLElement {
  const list = element('dl')
  list.append(...facts.map((fact) => drawFact(fact, element)))
  return list
}

function drawFact({ name, value, note, isWarning, kind }: Fact, element: Elements): HTMLElement {
  const line = element('div', undefined, isWarning ? 'warning' : '')
  const told = element('dd', value)
  if (kind) line.classList.add(kind)
  else if (isLong(value)) line.classList.add('long')
  line.append(element('dt', name), told)
  if (kind === 'asker') line.prepend(letterOf(value, element))
  if (note !== undefined) line.append(element('dd', note, 'note'))
  return line
}

const isLong = (value: Text) => {
  const text = inEnglish(value)
  return text.length > lettersBeside || text.includes('\n')
}

/** Stands where a picture would: pictures of a site are its own choice, and its address isn't. */
function letterOf(value: Text, element: Elements): HTMLElement {
  const host = inEnglish(value).replace(/^https?:\/\/(?:www\.)?/, '')
  const letter = element('span', undefined, 'letter')
  letter.dataset['letter'] = host.slice(0, 1).toUpperCase()
  letter.ariaHidden = 'true'
  return letter
}
