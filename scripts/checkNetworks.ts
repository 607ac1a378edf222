import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addOutcomes, readAnswers, writeAnswers } from './networks/answers.js'
import { answersFile } from './networks/answersFile.js'
import { askAll } from './networks/askAll.js'
import { listFacts } from './networks/listFacts.js'
import { reportOf } from './networks/reportOf.js'
import { root } from './workspace.js'

/**
 * Asks everything outside that the packages name whether it still answers, as a page would: `npm run networks:check`, for
 * whoever has a network. It writes the days to `scripts/networks/answers.json` and a report to `.artifacts/networks.md`, and fails
 * only when it couldn't do that: what is wrong out there is for a person to judge.
 */
function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        /** Facts whose id holds this text. */
        only: { type: 'string', default: '' },
        origin: { type: 'string', default: 'https://app.example.com' },
        /** Milliseconds. */
        patience: { type: 'string', default: '10000' },
      },
    })
    const patience = Number(values.patience)
    if (!Number.isInteger(patience) || patience < 1)
      stop('--patience is a whole number of milliseconds above 0.')
    if (!URL.canParse(values.origin) || new URL(values.origin).origin !== values.origin)
      stop('--origin is the origin of a page, such as https://app.example.com.')
    return { ...values, patience }
  } catch {
    return stop('The options are --only, --origin and --patience, each with a value.')
  }
}

const values = readOptions()
const today = new Date().toISOString().slice(0, 10)
const facts = listFacts()
const chosen = facts.filter(({ id }) => id.includes(values.only))
if (chosen.length === 0) stop(`No fact holds “${values.only}” in its id. There are ${facts.length}.`)
console.log(
  `Asking ${chosen.length} of ${facts.length}. One host takes one question after the other, so this takes minutes.`,
)
const outcomes = await askAll(chosen, {
  origin: values.origin,
  patience: values.patience,
  pause: 500,
  atOnce: 16,
})
const answers = addOutcomes(readAnswers(answersFile), facts, outcomes, today)
writeAnswers(answersFile, answers)
const report = reportOf(chosen, answers, today)
mkdirSync(join(root, '.artifacts'), { recursive: true })
writeFileSync(join(root, '.artifacts/networks.md'), report)
console.log(report)
