/** Days of answers by the id of the fact. Empty until somebody with a network has asked. */
export const answersFile = new URL('answers.json', import.meta.url)
