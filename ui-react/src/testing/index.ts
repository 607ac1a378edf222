export { en } from '../messages/en.js'
export { markedMessages, withAnyKey } from './markedMessages.js'
export { unmarkedWords } from './unmarkedWords.js'
export { type ViewWatch, watchViews } from './watchViews.js'
