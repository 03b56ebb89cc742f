// How questions reach satdoku serve: a websocket a lane. docs/browser/transport.js takes its place
// where there is no server.

// Questions for which the pages have no button.
export const without = [];

export async function connect(onmessage, onclose) {
  const socket = new WebSocket(`ws://${location.host}/ws`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error("offline"));
  });
  socket.onmessage = (event) => onmessage(JSON.parse(event.data));
  socket.onclose = onclose;
  return {
    get open() { return socket.readyState === WebSocket.OPEN; },
    send(message) { socket.send(JSON.stringify(message)); },
  };
}
