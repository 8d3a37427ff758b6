// n8n finds nodes and credentials through the "n8n" block in package.json; there is nothing to import.
module.exports = {};
