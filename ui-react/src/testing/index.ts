export { en } from '../messages/en.js'
export { markedMessages, withAnyKey } from './markedMessages.js'
export { unformattedNumbers, unmarkedWords } from './unmarkedWords.js'
export { type ViewWatch, watchViews } from './watchViews.js'
