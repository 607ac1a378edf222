import { controls } from './stories/controls.js'
import { fields } from './stories/fields.js'
import { pictures } from './stories/pictures.js'
import { rows } from './stories/rows.js'
import { states } from './stories/states.js'
import type { Story } from './story.js'

/** Every story, in the order they are shown. */
export const stories: readonly Story[] = [...controls, ...rows, ...fields, ...states, ...pictures]
