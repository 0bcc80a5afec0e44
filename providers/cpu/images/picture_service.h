#pragma once

#include "core/worker/worker_message.h"

namespace partita::cpu {

/// The worker's side of `decodeImage`: answers a request to kPictureService.
WorkerMessage answerPictureRequest(const WorkerMessage& request);

} // namespace partita::cpu
