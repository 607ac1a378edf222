/** The window of a login, before it is led to the provider. */
document.body.textContent = 'Opening the login page…'
