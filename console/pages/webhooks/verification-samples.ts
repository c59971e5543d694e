/** Receivers of events, as complete programs, which verify that what comes was sent by the service. */
export const VERIFICATION_SAMPLES: readonly { language: string; code: string }[] = [
  {
    language: 'TypeScript',
    code: `// With the package that npm run build:client makes.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from 'video-metadata-client';

const secret = process.env.VMS_WEBHOOK_SECRET ?? '';

createServer(async (request, response) => {
  try {
    const { headers } = request;
    const body = await buffer(request);
    const event = await verifyWebhook(body, headers, secret);
    console.log(headers['webhook-id'], event);
    response.writeHead(204).end();
  } catch (error) {
    console.error(error);
    response.writeHead(400).end();
  }
}).listen(3000);`,
  },
  {
    language: 'Python',
    code: `# pip install ./sdk/python flask, in a clone of the service
import os

from flask import Flask, request
from video_metadata import (
    WebhookVerificationError,
    verify_webhook,
)

app = Flask(__name__)
secret = os.environ["VMS_WEBHOOK_SECRET"]


@app.errorhandler(WebhookVerificationError)
def refuse(error):
    return "", 400


@app.post("/webhooks")
def receive():
    body = request.get_data()
    event = verify_webhook(body, request.headers, secret)
    print(request.headers["webhook-id"], event["type"])
    return "", 204`,
  },
];
