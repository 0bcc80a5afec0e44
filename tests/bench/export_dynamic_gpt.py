#!/usr/bin/env python3
"""Writes a small GPT-like decoder with dynamic batch and length as PyTorch's TorchScript exporter does.

  export_dynamic_gpt.py OUT.onnx [LAYERS]

Needs torch and onnx. Attention splits and joins heads by sizes that are read at run time, so that half of the
nodes compute shapes, on which simplifiers are compared.
"""
import sys

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads, self.size = heads, width // heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.register_buffer("causal", torch.tril(torch.ones(64, 64)).bool()[None, None])

    def split(self, x):
        return x.view(x.size()[:-1] + (self.heads, self.size)).permute(0, 2, 1, 3)

    def forward(self, x):
        q, k, v = (self.split(each) for each in self.qkv(x).split(x.size(-1), dim=2))
        scores = torch.matmul(q, k.transpose(-1, -2)) / torch.full([], self.size ** 0.5)
        length = q.size(-2)
        mask = self.causal[:, :, :length, :length]
        scores = torch.where(mask, scores, torch.full([], -1e4))
        y = torch.matmul(torch.softmax(scores, dim=-1), v).permute(0, 2, 1, 3).contiguous()
        return self.out(y.view(y.size()[:-2] + (self.heads * self.size,)))


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.before, self.after = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = Attention(width, heads)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        x = x + self.attention(self.before(x))
        h = self.up(self.after(x).view(-1, x.size(-1)))
        h = 0.5 * h * (1 + torch.tanh(0.7978845608 * (h + 0.044715 * h ** 3)))
        return x + self.down(h).view(x.size())


class Decoder(nn.Module):
    def __init__(self, layers, width=64, heads=4):
        super().__init__()
        self.tokens, self.places = nn.Embedding(100, width), nn.Embedding(64, width)
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, 100, bias=False)

    def forward(self, ids):
        shape = ids.size()
        ids = ids.view(-1, shape[-1])
        places = torch.arange(0, shape[-1], device=ids.device).unsqueeze(0).view(-1, shape[-1])
        x = self.tokens(ids) + self.places(places)
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x).view(shape + (x.size(-1),)))


torch.manual_seed(0)
torch.onnx.export(Decoder(int(sys.argv[2]) if len(sys.argv) > 2 else 4).eval(),
                  (torch.randint(0, 100, (2, 9)),), sys.argv[1], opset_version=17, dynamo=False,
                  input_names=["ids"], output_names=["logits"],
                  dynamic_axes={"ids": {0: "batch", 1: "length"}, "logits": {0: "batch", 1: "length"}})
